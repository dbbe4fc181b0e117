import { setTimeout as wait } from 'node:timers/promises'
import type { Dialect } from '#/server/config/config.ts'

export type FaultyFetch = (request: Request) => Promise<Response>
export type Fault = (request: Request, fetch: FaultyFetch, dialect: Dialect) => Promise<Response>

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

/** A refusal in the API's format (API document 7). */
export const refusing =
  (status: number, error: unknown = 'refused', headers: Record<string, string> = {}): Fault =>
  async () =>
    Response.json({ error }, { status, headers })

/** An answer with type JSON and any content. */
export const saying =
  (text: string, status = 200): Fault =>
  async () =>
    new Response(status === 204 ? null : text, { status, headers: { 'content-type': 'application/json' } })

export const redirecting: Fault = async () =>
  new Response(null, { status: 302, headers: { location: 'https://elsewhere.test/' } })

export const refused: Fault = async () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
  })
}

const emptied = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(emptied)
  if (typeof value !== 'object' || value === null) return null
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, emptied(inner)]))
}

export const nothingInside: Fault = async (request, fetch) => {
  const response = await fetch(request)
  return response.ok ? Response.json(emptied(await response.json())) : response
}
