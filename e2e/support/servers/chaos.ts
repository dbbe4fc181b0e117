import { createRandom } from '#/server/reference/sample/random.ts'
import { request as ask, type RequestListener, type ServerResponse } from 'node:http'
import { ORIGIN } from '../address.ts'
import { close, onLoopback } from './real-api.ts'
import { test as base } from './two-builds.ts'

/** Of a hundred requests so many go wrong. */
const FAULTY = 20

const answering =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
const HTML = { 'content-type': 'text/html' }
const PAGE = '<!doctype html><h1>Maintenance</h1><script>window.__pwn=1</script>'

/** Random failures; the last ends the session. */
const FAULTS = [
  answering(500, '{"error":"unknown_error"}'),
  answering(502, PAGE, HTML),
  answering(503, PAGE, { ...HTML, 'retry-after': '1' }),
  answering(429, '{"error":"too_many_requests"}', { 'retry-after': '1' }),
  answering(404, '{"error":"not_found"}'),
  answering(403, '{"error":"access_denied"}'),
  answering(400, '{"error":{"period":"is not accepted"}}'),
  answering(200, PAGE, HTML),
  answering(200, '{"calls":[{"id":1,'),
  answering(200, '[]'),
  answering(200, 'null'),
  answering(200, ''),
  answering(204, ''),
  answering(200, '{"objs":"none","calls":7,"meta":[]}'),
  answering(200, '{}', { 'content-encoding': 'gzip' }),
  answering(200, '{"calls":[]', { 'content-length': '900' }),
  answering(302, '', { location: 'https://evil.example/' }),
  answering(418, ''),
  (response: ServerResponse) => response.destroy(),
  answering(401, '{"error":"unauthorized"}'),
] as const

interface Chaos {
  readonly url: string
  readonly begin: (seed: number | null) => void
  readonly keys: ReadonlySet<string>
}

const createChaos = async (): Promise<Chaos & { readonly end: () => Promise<void> }> => {
  let random: (() => number) | null = null
  const keys = new Set<string>()
  const listener: RequestListener = (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const key = atob((headers.authorization ?? '').replace(/^Basic /, '')).replace(/:$/, '')
    if (key !== '') keys.add(key)
    const isFaulty = random !== null && random() * 100 < FAULTY
    if (isFaulty) {
      FAULTS[Math.floor(random!() * FAULTS.length)]!(response)
      return
    }
    const further = ask(ORIGIN + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    further.on('error', () => response.destroy())
    request.pipe(further)
  }
  const { server, port } = await onLoopback(listener)
  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    begin: (seed) => {
      random = seed === null ? null : createRandom(seed).unit
      // Truncated answers break the connection.
      if (seed === null) server.closeIdleConnections()
    },
    end: () => close(server),
  }
}

export const test = base.extend<{ chaos: Chaos }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
  chaos: async ({}, use) => {
    const { end, ...chaos } = await createChaos()
    await use(chaos)
    await end()
  },
  env: async ({ chaos }, use) => use({ API_BASE_URL: chaos.url }),
})
