import { expect, test } from 'vitest'
import { failure } from '#/server/http/failure.ts'
import { createHarness, json } from '#/server/testing.ts'
import { createBreaker } from './breaker.ts'

const answering = (status: number) => async () => ({ status, body: {}, retryAfter: null })
const timingOut = () => Promise.reject(failure('upstream_timeout'))

const broken = () => {
  let at = 0
  let sent = 0
  const { guarded, state } = createBreaker(() => at)
  const ask = async (call: () => Promise<{ status: number; body: unknown; retryAfter: null }>, key = 'k') =>
    guarded(key, () => {
      sent++
      return call()
    }).then(
      ({ status }) => status,
      (error: { code?: string; headers?: Record<string, string> }) =>
        error.headers?.['Retry-After'] ? `refused ${error.headers['Retry-After']}` : error.code,
    )
  return { ask, pass: (ms: number) => void (at += ms), sent: () => sent, state }
}

test('fault-503: five failures in a row: three seconds nothing is sent, then one call tries', async () => {
  const { ask, pass, sent, state } = broken()
  for (const call of [answering(502), answering(503), timingOut, answering(504), timingOut]) await ask(call)
  expect(await ask(answering(200))).toBe('refused 3')
  expect(state()).toEqual({ open: 1, opened: 1 })
  pass(2_000)
  expect(await ask(answering(200))).toBe('refused 1')
  expect(sent()).toBe(5)
  pass(1_000)
  const release = Promise.withResolvers<void>()
  const probe = ask(() => release.promise.then(answering(200)))
  expect(await ask(answering(200))).toBe('refused 1')
  release.resolve()
  expect(await probe).toBe(200)
  expect(await ask(answering(200))).toBe(200)
})

test('a probe that fails keeps it open; another key is not concerned', async () => {
  const { ask, pass } = broken()
  for (let index = 0; index < 5; index++) await ask(timingOut)
  pass(3_000)
  expect(await ask(timingOut)).toBe('upstream_timeout')
  expect(await ask(answering(200))).toBe('refused 3')
  expect(await ask(answering(200), 'other')).toBe(200)
})

test('half of twenty calls within thirty seconds', async () => {
  const { ask, sent } = broken()
  for (let index = 0; index < 20; index++) await ask(index % 2 === 0 ? answering(200) : timingOut)
  expect(await ask(answering(200))).toBe('refused 3')
  expect(sent()).toBe(20)
  const slow = broken()
  for (let index = 0; index < 20; index++) {
    await slow.ask(index % 2 === 0 ? answering(200) : timingOut)
    slow.pass(2_000)
  }
  expect(await slow.ask(answering(200))).toBe(200)
})

test('what is an answer, or is no longer waited for, breaks nothing', async () => {
  const { ask } = broken()
  for (let index = 0; index < 30; index++) {
    await ask(answering(index % 2 === 0 ? 500 : 429))
    await ask(() => Promise.reject(new DOMException('gone', 'AbortError')))
    await ask(() => Promise.reject(failure('upstream_bad_response')))
  }
  expect(await ask(answering(200))).toBe(200)
})

test('fault-503: behind the app: 503 with Retry-After, and the service is left alone', async () => {
  const { send, enter, handlers, requests, pass } = await createHarness()
  const cookie = await enter()
  handlers['GET /v2/objs/'] = () => json({}, 503)
  for (let index = 0; index < 5; index++) await send('/api/v2/objs/', { cookie })
  requests.length = 0
  const refused = await send('/api/v2/objs/', { cookie })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '3'])
  expect(requests).toHaveLength(0)
  expect((await send('/api/v2/calls', { cookie })).status).toBe(200)
  handlers['GET /v2/objs/'] = () => json({ objs: [] })
  pass(3_000)
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
})
