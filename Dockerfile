# Everything comes from Debian and npm: the lock file brings Node 26 too, with its checksum. docs/deploy.md tells how to
# run the image, CONTRIBUTING.md how it is tried out.

FROM debian:trixie-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates libatomic1 npm
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY index.html vite.config.ts tsconfig.json CHANGELOG.md ./
COPY project.inlang project.inlang
COPY public public
COPY scripts scripts
COPY src src
# Debian's npm does not link the Node it has installed, which its scripts are to run on. Source maps are for who builds.
RUN (cd node_modules/.bin && ln -sf ../node-linux-*/bin/node node) \
 && npm run build \
 && find dist -name '*.map' -delete \
 && npm prune --omit=dev \
 && install -D node_modules/node-linux-*/bin/node /out/node \
 && rm -r node_modules/node-linux-* node_modules/.bin

FROM debian:trixie-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends libatomic1 libstdc++6 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin callboard \
 && install -d -o callboard -m 0700 /data \
 && install -d -o callboard /var/cache/callboard
COPY --from=build /out/node /usr/local/bin/node
WORKDIR /app
COPY LICENSE package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/scripts scripts
COPY --from=build /app/src src
USER callboard
# Two arenas for all threads take 80 MB less than two for each.
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/var/cache/callboard MALLOC_ARENA_MAX=2
# Types are stripped once, here, and not by every container.
RUN node --eval "import('/app/src/server/boot.ts')"
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "src/server/main.ts"]
