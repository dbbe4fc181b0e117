import { expect, test } from 'vitest'
import { readFrames } from '#/contract/archive/frames.ts'
import { overviewLine, type OverviewLine } from '#/contract/archive/overview.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { countHere, type ArchiveCounter } from '#/server/archive/counting/counting.ts'
import {
  pageOfContacts,
  HARNESS_DAY,
  recentContacts,
  type ServiceContact,
} from '#/server/archive/fake-service-testing.ts'
import { PRESENTING_COOKIE } from '#/i18n/presenting.ts'
import { cookieOf, createHarness, json, signedInUser } from '#/server/testing.ts'

/* Contacts that are too many for a browser: more than 10 are, here. */

const DAYS = { first: HARNESS_DAY - 4, last: HARNESS_DAY }
const FEW_DAYS = 'date_from=2026-11-16&date_to=2026-11-20'
const SIGNED_IN = '/api/archive'

/** An agency with a client, both with contacts; `region` of each is the note. */
const setUp = async (
  own: ServiceContact[],
  client: ServiceContact[] = [],
  hidden: readonly string[] = [],
) => {
  const { store } = await openTestStore()
  const clients = [{ id: 1, email: 'one@example.com', hidden_fields: hidden }]
  const here = countHere(store)
  const counted: string[] = []
  let hold: Promise<unknown> = Promise.resolve()
  const overviewCounting: ArchiveCounter = {
    ...here,
    count: async (name, question, context) => {
      counted.push(name)
      await hold
      return here.count(name, question, context)
    },
  }
  const harness = await createHarness({}, { archive: store, overviewCounting, columnsUpTo: 10 })
  const { handlers, signIn, send } = harness
  handlers['POST /v2/users/sign_in'] = () =>
    json(signedInUser({ email: 'manager@example.com', is_agency_manager: true }))
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  const pages = (all: readonly ServiceContact[]) => (request: Request) =>
    json(pageOfContacts(all, new URL(request.url).searchParams))
  handlers['GET /v2/calls'] = pages(own)
  handlers['GET /v2/clients/1/calls'] = (request) =>
    clients.length > 0 ? pages(client)(request) : json({ error: 'access_denied' }, 403)
  const cookie = cookieOf(await signIn('manager@example.com'))

  /** How they stand, and how many segments came. */
  const read = async (path = SIGNED_IN, query = '') => {
    const response = await send(`${path}/columns?${FEW_DAYS}${query}`, { cookie })
    expect(response.status).toBe(200)
    let [segments, state] = [0, null as ArchiveState | null]
    for await (const frame of readFrames(response.body!))
      if (frame.kind === 'state') ({ state } = frame)
      else segments++
    return { segments, state: state! }
  }
  const ask = (name: string, question: unknown, path = SIGNED_IN, rest: Record<string, unknown> = {}) =>
    send(`${path}/overview`, {
      cookie,
      method: 'POST',
      body: JSON.stringify({ name, question, oid: null, days: DAYS, comparedDays: null, ...rest }),
    })
  const table = { filters: [], dimension: 'region', won: [], limit: null }
  const regions = async (path?: string, rest?: Record<string, unknown>) => {
    const response = await ask('table', table, path, rest)
    expect(response.status).toBe(200)
    const { rows } = (await response.json()) as { rows: { value: string | null; contacts: number }[] }
    return Object.fromEntries(rows.map(({ value, contacts }) => [value ?? 'none', contacts]))
  }
  const lines = async (query = FEW_DAYS): Promise<OverviewLine[]> => {
    const response = await send(`${SIGNED_IN}/overview?${query}`, { cookie })
    expect(response.status).toBe(200)
    const text = await response.text()
    return text
      .trim()
      .split('\n')
      .map((line) => overviewLine.parse(JSON.parse(line)))
  }
  return {
    ...harness,
    store,
    cookie,
    clients,
    counted,
    read,
    ask,
    regions,
    lines,
    table,
    holdCounting: (until: Promise<unknown>) => void (hold = until),
  }
}
const refusal = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: string }).error,
]

test('above so many contacts only how they stand is sent, and questions about them are answered here', async () => {
  const { read, regions, lines, ask } = await setUp([
    ...recentContacts(12, 'north'),
    ...recentContacts(3, 'south').map((one) => ({ ...one, id: one.id + 100 })),
  ])
  expect(await read()).toMatchObject({
    segments: 0,
    state: { is: 'complete', loaded: 15, is_too_many: true },
  })
  expect(await read(SIGNED_IN, '&send=all')).toMatchObject({ state: { loaded: 15 } })
  expect((await read(SIGNED_IN, '&send=all')).segments).toBeGreaterThan(0)
  const told = await lines()
  expect(told.at(-1)).toEqual({
    facts: { rows: [15, null], clocks: [180], object_titles: expect.any(Array) as unknown },
  })
  expect(told.slice(0, -1)).toContainEqual({ loaded: 15, total: 15 })
  expect(await regions()).toEqual({ north: 12, south: 3 })
  expect(await regions(SIGNED_IN, { oid: 'site' })).toEqual({ north: 6, south: 1 })
  const narrowed = { filters: [{ by: 'region', values: ['south'] }], limit: 2 }
  const rows = (await (await ask('rows', narrowed)).json()) as { total: number; rows: unknown[] }
  expect([rows.total, rows.rows.length]).toEqual([3, 2])
})

test('few contacts are sent as columns, unless others are in the browser beside them', async () => {
  const { read } = await setUp(recentContacts(8, 'north'))
  const few = await read()
  expect(few.segments).toBeGreaterThan(0)
  expect(few.state.is_too_many).toBeUndefined()
  expect((await read(SIGNED_IN, '&beside=2')).segments).toBeGreaterThan(0)
  expect(await read(SIGNED_IN, '&beside=3')).toMatchObject({ segments: 0, state: { is_too_many: true } })
  expect(await read(SIGNED_IN, '&send=states')).toMatchObject({ segments: 0, state: { loaded: 8 } })
})

test('what comes later counts in the next answer', async () => {
  const all = recentContacts(12, 'north')
  const { read, regions, pass } = await setUp(all)
  await read()
  expect(await regions()).toEqual({ north: 12 })
  all.push({ oid: 'site', id: 900, day: HARNESS_DAY, minute: 800, note: 'south' })
  pass(2 * 60_000)
  await read()
  expect(await regions()).toEqual({ north: 12, south: 1 })
})

test('a client’s answers are of its own contacts, without what is hidden from it', async () => {
  const { read, regions, ask, clients } = await setUp(
    recentContacts(12, 'own'),
    recentContacts(15, 'SECRET'),
    ['region'],
  )
  const path = '/api/clients/1/archive'
  for (const one of [SIGNED_IN, path]) await read(one)
  expect(await regions()).toEqual({ own: 12 })
  expect(await regions(path)).toEqual({ none: 15 })
  // Nor is it found out by asking for it.
  const sought = { filters: [{ by: 'region', values: ['SECRET'] }], limit: 10 }
  expect(await (await ask('rows', sought, path)).json()).toEqual({ rows: [], total: 0 })
  expect(await refusal(await ask('rows', sought, '/api/clients/3/archive'))).toEqual([
    403,
    'client_forbidden',
  ])
  clients.splice(0)
})

test('archive-access-withdrawn: an answer that is being counted is not told any more', async () => {
  const { read, ask, clients, send, cookie, pass, holdCounting, table } = await setUp(
    [],
    recentContacts(15, 'north'),
  )
  const path = '/api/clients/1/archive'
  await read(path)
  const counted = Promise.withResolvers<void>()
  holdCounting(counted.promise)
  const asked = ask('table', table, path)
  clients.splice(0)
  pass(6_000)
  expect((await send('/api/v2/clients/1/calls', { cookie })).status).toBe(403)
  counted.resolve()
  expect(await refusal(await asked)).toEqual([403, 'client_forbidden'])
})

test('what is no question of the overview is refused before anything is read for it', async () => {
  const { ask, table, send, cookie, counted } = await setUp(recentContacts(12, 'north'))
  const wrong = [
    ['nothing', table],
    ['table', { ...table, dimension: 'password' }],
    ['table', { ...table, limit: 'all' }],
    ['rows', { filters: [{ by: 'region', values: [7] }], limit: 1 }],
    ['rows', { filters: Array.from({ length: 40 }, () => ({ by: 'region', values: [] })), limit: 1 }],
    ['tree', { filters: [], levels: Array.from({ length: 9 }, () => 'source'), won: [] }],
    ['report', { filters: [], days: DAYS, comparedDays: null, bucket: 'second', won: [], now: null }],
    ['report', null],
  ] as const
  for (const [name, question] of wrong)
    expect(await refusal(await ask(name, question)), JSON.stringify([name, question])).toEqual([
      400,
      'invalid_request',
    ])
  const days = { first: DAYS.last, last: DAYS.first }
  expect(await refusal(await ask('table', table, SIGNED_IN, { days }))).toEqual([400, 'invalid_request'])
  expect(await refusal(await ask('table', table, SIGNED_IN, { oid: '../x' }))).toEqual([
    400,
    'invalid_request',
  ])
  for (const query of [`${FEW_DAYS}&compare_from=2026-11-01`, 'date_from=2026-11-16', `${FEW_DAYS}&oid=`])
    expect((await send(`${SIGNED_IN}/overview?${query}`, { cookie })).status, query).toBe(400)
  expect((await send(`${SIGNED_IN}/columns?${FEW_DAYS}&beside=-1`, { cookie })).status).toBe(400)
  expect((await send(`${SIGNED_IN}/overview`, { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await send(`${SIGNED_IN}/overview`, { cookie, method: 'PUT', body: '{}' })).status).toBe(405)
  expect(counted).toEqual([])
})

test('count-bomb: a question of too much work is refused, and the next one is answered', async () => {
  const { read, ask, regions, counted } = await setUp(
    recentContacts(12, 'north').map((one) => ({ ...one, note: `region ${one.id}` })),
  )
  await read()
  const days = Array.from({ length: 150 }, () => DAYS)
  const bomb = (sets: number, levels: readonly string[]) =>
    ask('day_sets', { filters: [], levels, won: [], sets: Array.from({ length: sets }, () => days) })
  const levels = ['page', 'caller', 'search_request', 'campaign']
  expect((await bomb(2, levels)).status).toBe(200)
  // Few contacts are little work; their rows are many all the same.
  expect(await refusal(await bomb(200, ['region', 'caller', 'page', 'campaign']))).toEqual([
    413,
    'request_too_large',
  ])
  expect(Object.keys(await regions())).toHaveLength(12)
  expect(counted).toHaveLength(3)
  // Nor does anybody outside say how much may be answered.
  const larger = { filters: [], levels, won: [], mostRows: 1_000_000 }
  expect(await refusal(await ask('tree', larger))).toEqual([400, 'invalid_request'])
})

test('while a screen is shown to others the browser counts, with what is masked', async () => {
  const { send, cookie, ask, table } = await setUp(recentContacts(12, 'north'))
  const shown = `${cookie}; ${PRESENTING_COOKIE}=visit`
  const response = await send(`${SIGNED_IN}/columns?${FEW_DAYS}`, { cookie: shown })
  const kinds = new Set<string>()
  for await (const { kind } of readFrames(response.body!)) kinds.add(kind)
  expect([...kinds]).toEqual(['state', 'segment'])
  const masked = await send(`${SIGNED_IN}/overview?${FEW_DAYS}`, { cookie: shown })
  expect(await refusal(masked)).toEqual([409, 'presenting'])
  expect((await ask('table', table)).status).toBe(200)
})

test('whoever leaves is not counted for', async () => {
  const { read, send, cookie, table, holdCounting, counted, regions } = await setUp(
    recentContacts(12, 'north'),
  )
  await read()
  const first = Promise.withResolvers<void>()
  holdCounting(first.promise)
  const waiting = regions()
  await expect.poll(() => counted).toEqual(['overview'])
  const leaving = new AbortController()
  const left = send(`${SIGNED_IN}/overview`, {
    cookie,
    method: 'POST',
    body: JSON.stringify({ name: 'table', question: table, oid: null, days: DAYS, comparedDays: null }),
    signal: leaving.signal,
  }).catch(() => null)
  leaving.abort()
  await left
  first.resolve()
  expect(await waiting).toEqual({ north: 12 })
  expect(counted).toEqual(['overview'])
})

test('what was forgotten is not in memory either, and a thread that dies is said in the answer', async () => {
  const { read, regions, send, cookie, counted, ask, table, lines, holdCounting } = await setUp(
    recentContacts(12, 'north'),
  )
  await read()
  expect(await regions()).toEqual({ north: 12 })
  expect((await send('/api/archive', { cookie, method: 'DELETE' })).status).toBe(204)
  expect(counted).toEqual(['overview', 'overview'])
  expect(await regions()).toEqual({})
  const trouble = Promise.reject(Object.assign(new Error('cannot be read'), { errcode: 10 }))
  trouble.catch(() => {})
  holdCounting(trouble)
  expect(await refusal(await ask('table', table))).toEqual([503, 'archive_unavailable'])
  expect(await lines()).toContainEqual({ error: 'archive_unavailable' })
})
