import { expect, test, vi } from 'vitest'
import { dayText } from '#/contract/day.ts'
import { readingState } from '#/contract/figures/reading.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { countHere, type ArchiveCounter } from '#/server/archive/counting/counting.ts'
import {
  pageOfContacts,
  HARNESS_DAY,
  recentContacts,
  type ServiceContact,
} from '#/server/archive/fake-service-testing.ts'
import type { Changes } from '#/contract/figures/answers.ts'
import type { FiguresCall } from './count.ts'
import { postFigures, readDaysOf } from './figures-testing.ts'
import { cookieOf, createHarness, json, signedInUser } from '#/server/testing.ts'

const DAYS = { first: HARNESS_DAY - 4, last: HARNESS_DAY }
const FEW_DAYS = { from: dayText(DAYS.first), to: dayText(DAYS.last) }

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
  const figuresCounting: ArchiveCounter = {
    ...here,
    count: async (name, question, context) => {
      const requested = question as FiguresCall['question']
      if (name === 'figures')
        counted.push('forget' in requested ? 'forget' : (requested.requested?.name ?? 'facts'))
      await hold
      return here.count(name, question, context)
    },
  }
  const harness = await createHarness({}, { archive: store, figuresCounting })
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

  const read = (client: string | null = null) => readDaysOf(send, cookie, FEW_DAYS, client)
  const ask = (name: string, question: unknown, client: string | null = null, rest: object = {}) =>
    postFigures(send, cookie, name, { question, oid: null, days: DAYS, comparedDays: null, ...rest }, client)
  const table = { filters: [], dimension: 'region', won: [], limit: null }
  const regions = async (client: string | null = null, rest?: object) => {
    const response = await ask('table', table, client, rest)
    expect(response.status).toBe(200)
    const { answer } = (await response.json()) as {
      answer: { rows: { value: string | null; contacts: number }[] }
    }
    return Object.fromEntries(answer.rows.map(({ value, contacts }) => [value ?? 'none', contacts]))
  }
  return {
    ...harness,
    store,
    cookie,
    clients,
    /** Counted questions, without those for facts. */
    counted: () => counted.filter((name) => name !== 'facts'),
    read,
    ask,
    regions,
    table,
    holdCounting: (until: Promise<unknown>) => void (hold = until),
  }
}
const refusal = async (response: Response) => [
  response.status,
  ((await response.json()) as { error: string }).error,
]

test('answers questions about the stored days, of all objects or one, and says what they rest on', async () => {
  const { read, regions, ask } = await setUp([
    ...recentContacts(12, 'north'),
    ...recentContacts(3, 'south').map((one) => ({ ...one, id: one.id + 100 })),
  ])
  const stored = await read()
  expect(stored).toMatchObject({ is: 'loaded', clocks: [180], now: { offset: 180 } })
  expect(stored.current).toEqual({ loaded: 15, total: 15, unread: [] })
  expect(await regions()).toEqual({ north: 12, south: 3 })
  expect(await regions(null, { oid: 'site' })).toEqual({ north: 6, south: 1 })
  const narrowed = { filters: [{ by: 'region', values: ['south'] }], limit: 2 }
  const { state, answer } = (await (await ask('rows', narrowed)).json()) as {
    state: unknown
    answer: { total: number; rows: unknown[] }
  }
  expect([answer.total, answer.rows.length]).toEqual([3, 2])
  expect(readingState.parse(state)).toEqual(stored)
})

test('answers that nothing changed when the page has the answer of this version', async () => {
  const all = recentContacts(12, 'north')
  const { read, ask, table, pass, counted } = await setUp(all)
  const { version } = await read()
  const again = (held: string) => ask('table', table, null, { version: held })
  expect(await (await again(version)).json()).toEqual({ unchanged: true })
  expect(counted()).toEqual([])
  all.push({ oid: 'site', id: 900, day: HARNESS_DAY, minute: 800, note: 'south' })
  pass(2 * 60_000)
  const later = await read()
  expect(later.version).not.toBe(version)
  expect(await (await again(version)).json()).toMatchObject({ state: { version: later.version } })
})

test('a stopped reading keeps what has come, and goes on with retry', async () => {
  const { send, cookie, handlers } = await setUp([])
  const gate = Promise.withResolvers<void>()
  handlers['GET /v2/calls'] = async (request) => {
    const query = new URL(request.url).searchParams
    if (Number(query.get('page') ?? 1) > 1) await gate.promise
    return json(pageOfContacts(recentContacts(60, 'north'), query))
  }
  const job = { oid: null, days: DAYS, comparedDays: null }
  const reading = async (path = 'reading') =>
    readingState.parse(await (await postFigures(send, cookie, path, job)).json())
  expect((await reading()).is).toBe('loading')
  expect((await reading('reading/stop')).is).toBe('stopped')
  gate.resolve()
  expect((await reading('reading/retry')).is).toBe('loading')
  expect((await readDaysOf(send, cookie, FEW_DAYS)).current.loaded).toBe(60)
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
  for (const client of [null, '1']) await read(client)
  expect(await regions()).toEqual({ own: 12 })
  expect(await regions('1')).toEqual({ none: 15 })
  // It cannot be found by filtering either.
  const search = { filters: [{ by: 'region', values: ['SECRET'] }], limit: 10 }
  expect(await (await ask('rows', search, '1')).json()).toMatchObject({ answer: { rows: [], total: 0 } })
  expect(await refusal(await ask('rows', search, '3'))).toEqual([403, 'client_forbidden'])
  clients.splice(0)
})

test('changes name no value of a field that the client hides', async () => {
  const [now, before] = [0, 2].map((back) => ({ first: DAYS.last - back - 1, last: DAYS.last - back }))
  const contacts = recentContacts(40, 'north').flatMap((one) =>
    one.day < now!.first ? [one] : [one, { ...one, id: one.id + 1_000, note: 'SECRET' }],
  )
  const { read, ask } = await setUp(contacts, contacts, ['region'])
  const rest = { days: now, comparedDays: before }
  const question = { ...rest, filters: [], bucket: 'day', won: [], metric: 'contacts', by: 'region' }
  const changes = async (client: string | null) =>
    ((await (await ask('changes', question, client, rest)).json()) as { answer: Changes }).answer
  for (const client of [null, '1']) {
    await read(client)
    await expect.poll(async () => (await changes(client)).none).toBeNull()
  }
  const shown = (await changes(null)).split!.rows.find(({ value }) => value === 'SECRET')
  expect(shown).toMatchObject({ change: 16 })
  expect(JSON.stringify(await changes('1'))).not.toMatch(/SECRET|north/)
})

test('archive-access-withdrawn: an answer that is being counted is not told any more', async () => {
  const { read, ask, clients, send, cookie, pass, holdCounting, table } = await setUp(
    [],
    recentContacts(15, 'north'),
  )
  await read('1')
  const counted = Promise.withResolvers<void>()
  holdCounting(counted.promise)
  const requested = ask('table', table, '1')
  clients.splice(0)
  pass(6_000)
  expect((await send('/api/v2/clients/1/calls', { cookie })).status).toBe(403)
  counted.resolve()
  expect(await refusal(await requested)).toEqual([403, 'client_forbidden'])
})

test('what is no question about figures is refused before anything is read for it', async () => {
  const { ask, table, send, cookie, counted } = await setUp(recentContacts(12, 'north'))
  const wrong = [
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
  expect(await refusal(await ask('table', table, null, { days }))).toEqual([400, 'invalid_request'])
  expect(await refusal(await ask('table', table, null, { oid: '../x' }))).toEqual([400, 'invalid_request'])
  expect((await ask('nothing', table)).status).toBe(404)
  expect((await send('/api/figures/table', { method: 'POST', body: '{}' })).status).toBe(401)
  expect((await send('/api/figures/table', { cookie, method: 'PUT', body: '{}' })).status).toBe(405)
  expect(counted()).toEqual([])
})

test('count-bomb: no page can ask for a larger answer', async () => {
  const { read, ask, counted } = await setUp(recentContacts(12, 'north'))
  await read()
  const larger = { filters: [], levels: ['page', 'caller'], won: [], mostRows: 1_000_000 }
  expect(await refusal(await ask('tree', larger))).toEqual([400, 'invalid_request'])
  expect(counted()).toEqual([])
})

test('count-bomb: a question that takes over ten seconds of the processor is cancelled', async () => {
  const { ask, read, table } = await setUp(recentContacts(12, 'north'))
  await read()
  let ms = 0
  const slow = vi.spyOn(process, 'threadCpuUsage').mockImplementation(() => {
    ms += 10_001
    return { user: ms * 1000, system: 0 }
  })
  const late = await ask('table', table)
  slow.mockRestore()
  expect(await refusal(late)).toEqual([504, 'counting_timeout'])
  expect((await ask('table', table)).status).toBe(200)
})

test('whoever leaves is not counted for', async () => {
  const { read, send, cookie, holdCounting, counted, regions } = await setUp(recentContacts(12, 'north'))
  await read()
  const first = Promise.withResolvers<void>()
  holdCounting(first.promise)
  const waiting = regions()
  await expect.poll(() => counted()).toEqual(['table'])
  const leaving = new AbortController()
  const job = { oid: null, days: DAYS, comparedDays: null }
  const left = send('/api/figures/tree', {
    cookie,
    method: 'POST',
    body: JSON.stringify({ ...job, question: { filters: [], won: [], levels: ['region'] } }),
    signal: leaving.signal,
  }).catch(() => null)
  leaving.abort()
  await left
  first.resolve()
  expect(await waiting).toEqual({ north: 12 })
  expect(counted()).toEqual(['table'])
})

test('equal questions at once are counted once', async () => {
  const { read, regions, counted, holdCounting } = await setUp(recentContacts(12, 'north'))
  await read()
  const first = Promise.withResolvers<void>()
  holdCounting(first.promise)
  const answers = Promise.all([regions(), regions(), regions()])
  await expect.poll(() => counted()).toEqual(['table'])
  first.resolve()
  expect(await answers).toEqual([{ north: 12 }, { north: 12 }, { north: 12 }])
  expect(counted()).toEqual(['table'])
})

test('what was forgotten is not in memory either, and a thread that dies is said in the answer', async () => {
  const { read, regions, send, cookie, counted, ask, table, holdCounting } = await setUp(
    recentContacts(12, 'north'),
  )
  await read()
  expect(await regions()).toEqual({ north: 12 })
  expect((await send('/api/archive', { cookie, method: 'DELETE' })).status).toBe(204)
  expect(counted()).toEqual(['table', 'forget'])
  expect(await regions()).toEqual({})
  const trouble = Promise.reject(Object.assign(new Error('cannot be read'), { errcode: 10 }))
  trouble.catch(() => {})
  holdCounting(trouble)
  expect(await refusal(await ask('table', table))).toEqual([503, 'archive_unavailable'])
})

test('says who of a past period was reached after it, of what is stored and without a request', async () => {
  const [missed, answered] = [7, 2]
  const contact = (id: number, ago: number, phone: string, status: number): ServiceContact => ({
    id,
    oid: 'site',
    day: HARNESS_DAY - ago,
    minute: 600,
    note: 'north',
    phone,
    status,
  })
  const all = [contact(1, 4, '79110000001', missed), contact(2, 4, '79110000002', missed)]
  const { read, ask, requests, pass } = await setUp(all)
  const past = { first: HARNESS_DAY - 4, last: HARNESS_DAY - 3 }
  const later = async (version?: string) => {
    const before = requests.length
    const response = await ask('reached_later', { filters: [] }, null, {
      days: past,
      ...(version !== undefined && { version }),
    })
    expect(requests).toHaveLength(before)
    return (await response.json()) as {
      state: { version: string }
      answer: { callers: { callId: number; reached: { id: number; day: string } }[] }
    }
  }
  await read()
  const nobody = await later()
  expect(nobody.answer).toEqual({ callers: [] })
  all.push(contact(3, 0, '79110000002', answered))
  pass(2 * 60_000)
  await read()
  const { callers } = (await later(nobody.state.version)).answer
  expect(callers).toMatchObject([{ callId: 2, reached: { id: 3, day: dayText(HARNESS_DAY) } }])
})

test('counts names and won deals as the account has stored them, whatever a page still sends', async () => {
  const { read, ask, send, cookie, handlers } = await setUp([])
  handlers['GET /v2/calls'] = (request) => {
    const page = pageOfContacts(recentContacts(5), new URL(request.url).searchParams)
    const calls = page.calls.map((one, nth) => ({
      ...(one as object),
      source: { title: 'yandex' },
      customer_status: { id: nth + 1, source: 'CRM', status: 'Paid' },
    }))
    return json({ ...page, calls })
  }
  await read()
  const table = async (more: object = {}) => {
    const countAs = [{ by: 'source', raw: 'yandex', as: 'Sent' }]
    const question = { dimension: 'source', filters: [], limit: null, won: ['New'], countAs, ...more }
    const { state, answer } = (await (await ask('table', question)).json()) as {
      state: { version: string }
      answer: { rows: { value: string; deals: number; won: number }[] }
    }
    return { version: state.version, rows: answer.rows.map(({ value, won }) => [value, won]) }
  }
  const before = await table()
  expect(before.rows).toEqual([['yandex', 0]])
  const rules = [{ by: 'source', raw: 'yandex', as: 'Yandex' }]
  await send('/api/preferences', {
    cookie,
    method: 'PUT',
    body: JSON.stringify({ base_version: 0, preferences: { won_statuses: ['Paid'], count_as: rules } }),
  })
  const after = await table()
  expect(after.rows).toEqual([['Yandex', 3]])
  expect(after.version).not.toBe(before.version)
  expect((await table({ raw: true })).rows).toEqual([['yandex', 3]])
})

test('is of another version once another browser has changed aliases, won statuses, spend, a plan or working hours', async () => {
  const { read, send, cookie, signIn, counted, ask, table } = await setUp(recentContacts(12, 'north'))
  const elsewhere = cookieOf(await signIn('manager@example.com'))
  expect(elsewhere).not.toBe(cookie)
  let saved = 0
  const prefer = async (preferences: object) => {
    const body = JSON.stringify({ base_version: saved++, preferences })
    return send('/api/preferences', { cookie: elsewhere, method: 'PUT', body })
  }
  const put = (path: string, body: object) =>
    send(path, { cookie: elsewhere, method: 'PUT', body: JSON.stringify({ version: 0, ...body }) })
  const spent = { client: null, object: null, source: 'yandex', campaign: null, months: { '2026-11': 3_000 } }
  const plan = { month: '2026-11', oid: null, contacts: 500, target: null, spend: null }
  const week = Array.from({ length: 7 }, () => ({ from: '09:00', to: '18:00' }))
  let before = await read()
  for (const change of [
    () => prefer({ count_as: [{ by: 'source', raw: 'yandex', as: 'Yandex' }] }),
    () => prefer({ won_statuses: ['Paid'] }),
    () => prefer({ spend: [spent] }),
    () => put('/api/month-plans', plan),
    () => put('/api/working-hours', { oid: 'site', week }),
  ]) {
    const response = await change()
    expect([response.status, await response.clone().text()]).toEqual([200, expect.anything()])
    const after = await read()
    expect(after.version).not.toBe(before.version)
    expect(after.rules).not.toBe(before.rules)
    expect(await (await ask('table', table, null, { version: before.version })).json()).toHaveProperty(
      'answer',
    )
    before = after
  }
  // Preferences that figures do not depend on change nothing.
  expect((await prefer({ pins: { objects: ['site'] } })).status).toBe(200)
  expect((await read()).version).toBe(before.version)
  expect(counted()).toHaveLength(5)
})
