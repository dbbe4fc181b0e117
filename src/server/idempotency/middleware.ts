import type { MiddlewareHandler } from 'hono'
import { setTimeout as pause } from 'node:timers/promises'
import { readText, type AppEnv } from '#/server/http/exchange.ts'
import { failure } from '#/server/http/failure.ts'
import { errorEntry, type Log } from '#/server/log.ts'
import type { Claim, Idempotency } from './store.ts'

const KEY = /^[\w-]{16,128}$/
const MAX_BODY_BYTES = 1024 * 1024
const CHANGES: ReadonlySet<string> = new Set(['POST', 'PUT', 'DELETE'])
const POLL_MS = 100
const WAIT_MS = 25_000

/**
 * Executes requests with an `Idempotency-Key` once; repetitions within a day get the same answer. A key
 * belongs to a person, route and body; another body is refused (422).
 */
export const idempotent =
  (requests: Idempotency, monotonic: () => number, log: Log): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const key = c.req.header('idempotency-key')
    const session = c.get('session')
    if (session === null || !CHANGES.has(c.req.method)) return next()
    if (key === undefined) {
      await next()
      if (c.req.method === 'DELETE' && c.res.ok) await requests.forget(session.principal)
      return undefined
    }
    if (!KEY.test(key)) throw failure('invalid_request')
    const { principal } = session
    const body = await readText(c.req.raw.clone(), MAX_BODY_BYTES)
    const request = JSON.stringify([c.req.method, c.req.path, body])
    const end = monotonic() + WAIT_MS
    let claim: Claim = await requests.claim(principal, key, request)
    while (claim.is === 'pending' && monotonic() < end) {
      await pause(POLL_MS, undefined, { signal: c.req.raw.signal })
      claim = await requests.claim(principal, key, request)
    }
    if (claim.is === 'reused') throw failure('idempotency_key_reused')
    if (claim.is === 'pending') throw failure('request_pending', { headers: { 'Retry-After': '5' } })
    if (claim.is === 'answered') {
      c.header('Idempotency-Replayed', 'true')
      if (claim.body === '') return c.body(null, 204)
      c.header('content-type', 'application/json; charset=utf-8')
      c.set('bytes', Buffer.byteLength(claim.body))
      return c.body(claim.body, claim.status as 200)
    }
    await next()
    if (!c.res.ok) {
      await requests.giveUp(principal, key)
      return undefined
    }
    const text = await c.res.clone().text()
    // The work is done: an error now would cause a repetition.
    await requests
      .answer(principal, key, c.res.status, text)
      .catch((error: unknown) => log(errorEntry(error, c.get('requestId'))))
    return undefined
  }
