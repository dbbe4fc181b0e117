import { setTimeout as wait } from 'node:timers/promises'
import type { Dialect } from '#/server/config/config.ts'
import type { UpstreamFetch } from '#/server/upstream/request.ts'

/** Stands between our server and the API: what becomes of one request. */
export type Fault = (request: Request, fetch: UpstreamFetch, dialect: Dialect) => Promise<Response>

const SLOW_MS = 6_000

export const jsonAnswer = (status: number, body: unknown) => Response.json(body, { status })
export const failing: Fault = async () => jsonAnswer(500, { error: 'unknown_error' })
export const html = (status: number) => async () =>
  new Response('<!doctype html><h1>Maintenance</h1><script>alert(1)</script>', {
    status,
    headers: { 'content-type': 'text/html' },
  })

export const slow: Fault = async (request, fetch) => {
  await wait(SLOW_MS, undefined, { signal: request.signal })
  return fetch(request)
}

export const truncated: Fault = async (request, fetch) => {
  const response = await fetch(request)
  const text = await response.text()
  return new Response(text.slice(0, text.length / 2), { status: response.status, headers: response.headers })
}
