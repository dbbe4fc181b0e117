import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { FAULT_COOKIE, FAULT_NAMES, faultsOf, type FaultName } from './faults.ts'
import { wav } from './faults/wav.ts'
import { createHarness, json } from './testing.ts'

const EMBEDDED = { API_BASE_URL: 'http://127.0.0.1:9/base', FAULTS: '1' }
vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(() => Promise.resolve()) }))

const faulty = async (env: Record<string, string> = EMBEDDED) => {
  const harness = await createHarness(env)
  const { handlers, enter, send } = harness
  handlers['GET /v2/calls'] = (request) =>
    json({ calls: [{ id: 1 }, { id: 2 }], meta: { page: new URL(request.url).searchParams.get('page') } })
  const cookie = await enter()
  vi.mocked(wait).mockClear()
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

/** 18 contacts, six a page. */
const PAGES = {
  'GET /v2/calls': (request: Request) => {
    const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
    return json({
      calls: Array.from({ length: 6 }, (_, index) => ({ id: 18 - (page - 1) * 6 - index })),
      meta: {
        pagination: {
          current_page: page,
          next_page: page < 3 ? page + 1 : null,
          total_pages: 3,
          total_objects: 18,
        },
      },
    })
  },
}

test.each<[FaultName, number, number[], object]>([
  ['calls-doubled-row', 1, [18, 18, 16, 15, 14, 13], { total_objects: 18 }],
  ['calls-before-newest', 1, [13, 12, 11, 10, 9, 8], { total_objects: 13 }],
  ['calls-before-newest', 3, [1], { total_objects: 13 }],
  ['calls-big-total', 3, [6, 5, 4, 3, 2, 1], { total_objects: 180, total_pages: 30, current_page: 3 }],
  ['calls-no-total', 1, [18, 17, 16, 15, 14, 13], { total_objects: null, total_pages: null, next_page: 2 }],
  ['calls-empty-page', 2, [], { total_objects: 18 }],
  ['calls-empty-page', 3, [6, 5, 4, 3, 2, 1], { total_objects: 18 }],
])('%s, page %i', async (fault, page, ids, pagination) => {
  const { ask, handlers } = await faulty()
  Object.assign(handlers, PAGES)
  const response = await ask(fault, `/api/v2/calls?page=${page}`)
  const answer = (await response.json()) as { calls: { id: number }[]; meta: object }
  expect(answer.calls.map(({ id }) => id)).toEqual(ids)
  expect(answer.meta).toMatchObject({ pagination })
})

test('calls-page-3-fails and no other', async () => {
  const { ask, handlers } = await faulty()
  Object.assign(handlers, PAGES)
  expect((await ask('calls-page-3-fails', '/api/v2/calls?page=3')).status).toBe(500)
  expect((await ask('calls-page-3-fails', '/api/v2/calls?page=2')).status).toBe(200)
})

test('calls-slow answers after six seconds', async () => {
  const { ask } = await faulty()
  expect((await ask('calls-slow')).status).toBe(200)
  expect(wait).toHaveBeenCalledExactlyOnceWith(6_000, undefined, { signal: expect.any(AbortSignal) })
})

test('calls-slow-pages lets the first two through', async () => {
  const { ask } = await faulty()
  await ask('calls-slow-pages', '/api/v2/calls?page=2')
  expect(wait).not.toHaveBeenCalled()
  await ask('calls-slow-pages', '/api/v2/calls?page=3')
  expect(wait).toHaveBeenCalledOnce()
})

test('a fault touches only what it names, and only who asked for it', async () => {
  const { ask } = await faulty()
  expect((await ask('calls-500', '/api/v2/objs/')).status).toBe(200)
  expect((await ask('unheard-of')).status).toBe(200)
  expect((await ask('objects-500,calls-500')).status).toBe(500)
})

test('calls-busy-days begins a day that is asked for by itself with contacts of one object, and no other', async () => {
  const { handlers, ask } = await faulty()
  const call = { id: 1, obj_oid: 'a', date: '2026-11-13T15:00:00+03:00' }
  handlers['GET /v2/calls'] = () => json({ calls: [call], meta: { pagination: {} } })
  const datesOf = async (query: string) => {
    const response = await ask('calls-busy-days', `/api/v2/calls?period=custom&${query}`)
    return ((await response.json()) as { calls: { date: string }[] }).calls.map(({ date }) => date)
  }
  const busy = await datesOf('date_from=2026-11-13&date_to=2026-11-13')
  expect(busy).toHaveLength(31)
  expect(busy[29]).toBe('2026-11-13T00:00:29+03:00')
  expect(await datesOf('date_from=2026-11-12&date_to=2026-11-13')).toEqual([call.date])
  expect(await datesOf('date_from=2026-11-13&date_to=2026-11-13&page=2')).toEqual([call.date])
})

test('objects-one-client-500 fails for one client alone', async () => {
  const { handlers, ask } = await faulty()
  const titled = async (title: string) => {
    handlers['GET /v2/objs/'] = () => json({ objs: [{ oid: 'a', title }], meta: {} })
    return (await ask('objects-one-client-500', '/api/v2/objs/')).status
  }
  expect(await titled('Motor Servis, шины')).toBe(500)
  expect(await titled('Hotel Ladoga')).toBe(200)
})

describe('saving the agency', () => {
  const sent = { name: 'N', domain: 'new.example', phone_number: '', is_active: true }
  const held = { ...sent, domain: 'old.example', clients: [] }
  const save = async (...faults: FaultName[]) => {
    const { handlers, send, enter } = await faulty()
    const saved: unknown[] = []
    handlers['GET /v2/agency'] = () => json([{ agency: held }])
    handlers['PUT /v2/agency'] = async (request) => {
      saved.push(await request.json())
      return json({ agency: { ...held, ...sent } })
    }
    const cookie = `${await enter()}; ${FAULT_COOKIE}=${faults.join(',')}`
    const body = JSON.stringify({ agency: sent })
    const response = await send('/api/v2/agency', { cookie, method: 'PUT', body })
    return { status: response.status, body: (await response.json()) as unknown, saved }
  }

  test('agency-save-refused gives the reasons by field', async () => {
    const { status, body, saved } = await save('agency-save-refused')
    expect([status, saved]).toEqual([400, []])
    expect(body).toMatchObject({ error: { domain: 'is taken' } })
  })

  test('agency-save-lies answers what was sent, and nothing is saved', async () => {
    const { status, body, saved } = await save('agency-save-lies')
    expect([status, saved]).toEqual([200, []])
    expect(body).toMatchObject({ agency: sent })
  })

  test('agency-save-lost saves, and the answer is lost', async () => {
    const { status, saved } = await save('agency-save-lost')
    expect([status, saved]).toEqual([503, [{ agency: sent }]])
    expect((await save('agency-save-lies', 'agency-save-lost')).saved).toEqual([])
  })
})

test('agency-loses-client leaves out the first client, and tells a failure as it is', async () => {
  const { handlers, ask } = await faulty()
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'N', clients: [{ id: 1 }, { id: 2 }] } }])
  const answer: unknown = await (await ask('agency-loses-client', '/api/v2/agency')).json()
  expect(answer).toMatchObject([{ agency: { name: 'N', clients: [{ id: 2 }] } }])
  handlers['GET /v2/agency'] = () => json({ error: 'access_denied' }, 403)
  expect((await ask('agency-loses-client', '/api/v2/agency')).status).toBe(403)
})

test('without FAULTS=1 the cookie means nothing', async () => {
  const { ask } = await faulty({ ...EMBEDDED, FAULTS: '0' })
  for (const fault of FAULT_NAMES) expect((await ask(fault)).status).toBe(200)
})

/** A signed-in user plays the recording of call 17, four seconds long. */
const listening = async (fault: FaultName, range?: string) => {
  const { handlers, send, enter } = await createHarness(EMBEDDED)
  const record_url = 'http://127.0.0.1:9/records/17.wav'
  handlers['GET /v2/objs/site/calls/17'] = () => json({ call: { id: 17, record_url } })
  handlers['GET /records/17.wav'] = () =>
    new Response(wav({ seconds: 8 }), {
      headers: { 'content-type': 'audio/wav', 'content-length': String(wav({ seconds: 8 }).length) },
    })
  const cookie = `${await enter()}; ${FAULT_COOKIE}=${fault}`
  return send('/api/recordings/site/17', { cookie, headers: range === undefined ? {} : { range } })
}

test.each<[FaultName, number, string]>([
  ['recording-not-ready', 409, 'recording_not_ready'],
  ['recording-404', 404, 'no_recording'],
  ['recording-gone', 410, 'recording_gone'],
  ['recording-html', 502, 'upstream_bad_response'],
  ['recording-500', 502, 'upstream_bad_response'],
  ['recording-elsewhere', 404, 'recording_elsewhere'],
  ['recording-moved-away', 404, 'recording_elsewhere'],
  ['recording-empty', 404, 'recording_empty'],
])('%s', async (fault, status, error) => {
  const response = await listening(fault)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ error })
})

test('recording-heavy is more than is drawn, says so in its head, and has parts', async () => {
  const whole = await listening('recording-heavy')
  expect(whole.status).toBe(200)
  const view = new DataView(await whole.arrayBuffer())
  const { byteLength } = view
  expect([4, 40].map((at) => view.getUint32(at, true))).toEqual([byteLength - 8, byteLength - 44])
  expect(byteLength).toBeGreaterThan(10 * 1024 * 1024)
  const part = await listening('recording-heavy', 'bytes=44-143')
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 44-143/${byteLength}`])
  expect((await part.arrayBuffer()).byteLength).toBe(100)
})

test('recording-breaks breaks when it is cut, and does not go on', async () => {
  const listener = (await listening('recording-breaks')).body!.getReader()
  expect((await listener.read()).value?.byteLength).toBe(400_000)
  expect((await listening('recording-breaks', 'bytes=1-1')).status).toBe(503)
  await expect(listener.read()).rejects.toThrow('connection reset')
  expect((await listening('recording-breaks', 'bytes=100-')).status).toBe(503)
})

/** A signed-in user saves script options; `reached` is what the service received. */
const saving = async (fault: FaultName) => {
  const { handlers, send, enter } = await createHarness(EMBEDDED)
  const reached: unknown[] = []
  handlers['POST /v2/objs/site/script_config'] = async (request) => {
    reached.push(await request.json())
    return json({})
  }
  const cookie = `${await enter()}; ${FAULT_COOKIE}=${fault}`
  const body = JSON.stringify({ script_config: { utm: '3', gtm: '5' } })
  const { status } = await send('/api/v2/objs/site/script_config', { cookie, method: 'POST', body })
  return { status, reached }
}

test.each<[FaultName, number, object[]]>([
  ['script-config-500', 500, []],
  ['script-config-403', 403, []],
  ['script-config-refused', 400, []],
  ['script-config-lies', 200, [{ script_config: { gtm: '5' } }]],
  ['script-config-lost', 504, [{ script_config: { utm: '3', gtm: '5' } }]],
])('%s', async (fault, status, reached) => {
  expect(await saving(fault)).toEqual({ status, reached })
})

test('script-config-unknown-option adds one to the object, object-500 hides it', async () => {
  const { ask, handlers } = await faulty()
  handlers['GET /v2/objs/site'] = () => json({ obj: { oid: 'site', script_config: ['utm'] } })
  const response = await ask('script-config-unknown-option', '/api/v2/objs/site')
  expect(await response.json()).toMatchObject({ obj: { oid: 'site', script_config: ['utm', 'legacy'] } })
  expect((await ask('object-500', '/api/v2/objs/site')).status).toBe(500)
})

test('names are read from a list', () => {
  expect([...faultsOf('calls-500,nothing,agency-500')]).toEqual(['calls-500', 'agency-500'])
  expect(faultsOf(undefined).size).toBe(0)
})
