import type { RequestListener } from 'node:http'
import { createServer as createVite } from 'vite'
import { boot, closeOnSignal, configOrExit, exitWith } from './boot.ts'
import { createHttpServer, listen, listenerOf } from './http/listener.ts'
import type { Site } from './document/static.ts'

/** Our routes; Vite serves the rest with hot reload and without the page's policy, which forbids that. */
const OURS = /^\/(?:api|auth|v1|v2|healthz)(?:[/?]|$)/

const site: Site = { build: 'dev', fetch: () => Promise.resolve(new Response(null, { status: 404 })) }

const config = configOrExit()
try {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end()
  const server = createHttpServer((request, response) => listener(request, response))
  await listen(server, config.port, config.host)
  const booted = await boot(config, site)
  const vite = await createVite({ server: { middlewareMode: { server }, hmr: { server } } })
  const ours = listenerOf(booted.app)
  listener = (request, response) =>
    OURS.test(request.url ?? '') ? ours(request, response) : vite.middlewares(request, response)
  closeOnSignal(server, booted, () => vite.close())
  console.log(booted.greeting)
} catch (error) {
  exitWith(error)
}
