import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { FAULT_COOKIE, FAULT_NAMES, faultsOf, type FaultName } from './faults.ts'
import { createHarness, json } from './testing.ts'

const EMBEDDED = { API_BASE_URL: 'http://127.0.0.1:9/base', FAULTS: '1' }
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(() => Promise.resolve()) }))

const faulty = async (env: Record<string, string> = EMBEDDED) => {
  const harness = await createHarness(env)
  const { handlers, enter, send } = harness
  handlers['GET /v2/calls'] = (request) =>
    json({ calls: [{ id: 1 }, { id: 2 }], meta: { page: new URL(request.url).searchParams.get('page') } })
  const cookie = await enter()
  const ask = (faults: string, path = '/api/v2/calls?page=2') =>
    send(path, { cookie: `${cookie}; ${FAULT_COOKIE}=${faults}` })
  return { ...harness, ask }
}

test.each<[FaultName, string, number, unknown]>([
  ['calls-500', '/api/v2/calls', 500, { error: 'unknown_error' }],
  ['calls-503', '/api/v2/calls', 503, { error: 'unknown_error' }],
  ['calls-html', '/api/v2/calls', 502, { error: 'upstream_bad_response' }],
  ['calls-truncated', '/api/v2/calls', 502, { error: 'upstream_bad_response' }],
  ['calls-repeat-page', '/api/v2/calls?page=2', 200, { meta: { page: null } }],
  ['calls-unreadable-record', '/api/v2/calls', 200, { calls: [{ id: null }, { id: 2 }] }],
  ['objects-500', '/api/v2/objs/', 500, { error: 'unknown_error' }],
  ['objects-empty', '/api/v2/objs/', 200, { objs: [], meta: { pagination: { total_objects: 0 } } }],
  ['agency-500', '/api/v2/agency', 500, { error: 'unknown_error' }],
  ['agency-no-clients', '/api/v2/agency', 200, [{ agency: { clients: [] } }]],
  ['session-ends', '/api/v2/calls', 401, { error: 'session_ended' }],
])('%s', async (fault, path, status, body) => {
  const { ask } = await faulty()
  const response = await ask(fault, path)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject(body as object)
})

test('calls-slow answers after six seconds', async () => {
  const { ask } = await faulty()
  expect((await ask('calls-slow')).status).toBe(200)
  expect(wait).toHaveBeenCalledExactlyOnceWith(6_000, undefined, { signal: expect.any(AbortSignal) })
})

test('a fault touches only what it names, and only who asked for it', async () => {
  const { ask } = await faulty()
  expect((await ask('calls-500', '/api/v2/objs/')).status).toBe(200)
  expect((await ask('unheard-of')).status).toBe(200)
  expect((await ask('objects-500,calls-500')).status).toBe(500)
})

test('without FAULTS=1 the cookie means nothing', async () => {
  const { ask } = await faulty({ ...EMBEDDED, FAULTS: '0' })
  for (const fault of FAULT_NAMES) expect((await ask(fault)).status).toBe(200)
})

test('names are read from a list', () => {
  expect([...faultsOf('calls-500,nothing,agency-500')]).toEqual(['calls-500', 'agency-500'])
  expect(faultsOf(undefined).size).toBe(0)
})
