import { expect, test } from 'vitest'
import { archiveSummary } from '#/contract/archive/shapes.ts'
import { readingState } from '#/contract/figures/reading.ts'
import { cookieOf, createHarness, json, signedInUser, type Harness } from '#/server/testing.ts'
import { openTestStore } from './archive-testing.ts'
import {
  pageOfContacts,
  recordOfContact,
  HARNESS_DAY,
  recentContacts,
  type ServiceContact,
} from './fake-service-testing.ts'
import { contactsIn, numbered, postFigures, readDaysOf } from './figures/figures-testing.ts'

const FEW_DAYS = { from: '2026-11-16', to: '2026-11-20' }
const FEW_DAYS_JOB = { oid: null, days: numbered(FEW_DAYS), comparedDays: null }

const withArchive = async (all: ServiceContact[]) => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  harness.handlers['GET /v2/calls'] = (request) =>
    json(pageOfContacts(all, new URL(request.url).searchParams))
  return { ...harness, store, calls: () => requestsTo(harness, '/v2/calls') }
}
const requestsTo = ({ requests }: Harness, path: string) =>
  requests.filter(({ url }) => new URL(url).pathname.endsWith(path)).length

const rowsOfContacts = (all: readonly ServiceContact[]) =>
  all.map(({ day, oid, id }) => `${day} ${oid} ${id}`).toSorted()

test('days that are not stored are read from the API, and are there at once afterwards', async () => {
  const all = recentContacts(20)
  const { send, enter, calls } = await withArchive(all)
  const cookie = await enter()
  const first = readingState.parse(await (await postFigures(send, cookie, 'reading', FEW_DAYS_JOB)).json())
  expect(first).toMatchObject({
    is: 'loading',
    asOf: null,
    oldest: null,
    current: { loaded: 0, unread: [FEW_DAYS_JOB.days] },
  })
  expect(await readDaysOf(send, cookie, FEW_DAYS)).toMatchObject({
    is: 'loaded',
    asOf: '2026-11-20T14:03:00.000Z',
    oldest: '2026-11-20T14:03:00.000Z',
    current: { loaded: 20, total: 20, unread: [] },
    compared: null,
    shortfall: null,
    error: null,
    objectTitles: expect.arrayContaining([
      ['shop', 'Object shop'],
      ['site', 'Object site'],
    ]) as unknown,
  })
  expect(await contactsIn(send, cookie, FEW_DAYS)).toEqual(rowsOfContacts(all))
  const before = calls()
  await readDaysOf(send, cookie, FEW_DAYS)
  expect(await contactsIn(send, cookie, FEW_DAYS)).toEqual(rowsOfContacts(all))
  expect(calls()).toBe(before)
})

test('today is looked at again after a minute: one request when nothing came, and what came is added', async () => {
  const all = recentContacts(20)
  const { send, enter, calls, pass } = await withArchive(all)
  const cookie = await enter()
  const ask = () => readDaysOf(send, cookie, FEW_DAYS)
  await ask()
  pass(61_000)
  let before = calls()
  // Past days are known as of then; today as of now.
  expect(await ask()).toMatchObject({
    asOf: '2026-11-20T14:04:01.000Z',
    oldest: '2026-11-20T14:03:00.000Z',
  })
  expect(calls()).toBe(before + 1)
  all.push({ oid: 'site', id: 99, day: HARNESS_DAY, minute: 1030, note: 'new' })
  before = calls()
  expect((await ask()).current.loaded).toBe(20)
  expect(calls()).toBe(before)
  pass(61_000)
  await ask()
  expect(await contactsIn(send, cookie, FEW_DAYS)).toEqual(rowsOfContacts(all))
  expect(calls()).toBe(before + 2)
})

test('an archive that could not be opened is 503, and told by the health', async () => {
  const failing = await createHarness({}, { archive: null })
  const refused = await failing.send('/api/archive', { cookie: await failing.enter() })
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'archive_unavailable' }])
  const health = await failing.send('/healthz')
  expect([health.status, await health.json()]).toMatchObject([
    200,
    { status: 'degraded', archive: 'unavailable' },
  ])
})

test('a store that fails is 503 for the archive, told by the health, and no end of the rest', async () => {
  const { database, store } = await openTestStore()
  const { send, enter } = await createHarness({}, { archive: store })
  const cookie = await enter()
  await send(`/api/archive`, { cookie })
  database.selectFrom = () => {
    throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  }
  const refused = await postFigures(send, cookie, 'reading', FEW_DAYS_JOB)
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'archive_unavailable' }])
  expect(await (await send('/healthz')).json()).toMatchObject({ status: 'degraded', archive: 'damaged' })
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
})

test.each([
  [{ first: 20_777, last: 20_776 }],
  [{ first: -1, last: 20_776 }],
  [{ first: 10_000, last: 20_776 }],
  [{ first: 20_776 }],
  [null],
])('days that are none, or too many, are refused: %j', async (days) => {
  const { send, enter, calls } = await withArchive([])
  const answer = await postFigures(send, await enter(), 'reading', { ...FEW_DAYS_JOB, days })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }])
  expect(calls()).toBe(0)
})

test('what is kept is told, and forgotten', async () => {
  const all = recentContacts(20)
  const { send, enter, store } = await withArchive(all)
  const cookie = await enter()
  await readDaysOf(send, cookie, FEW_DAYS)
  const summary = archiveSummary.parse(await (await send('/api/archive', { cookie })).json())
  expect(summary).toMatchObject({
    days_kept: 800,
    accounts: [{ client: null, contacts: 20, days: 5, since: '2026-11-16', requests_today: 7 }],
  })
  expect((await send('/api/archive', { cookie, method: 'DELETE' })).status).toBe(204)
  const after = archiveSummary.parse(await (await send('/api/archive', { cookie })).json())
  expect(after.accounts).toEqual([])
  const [{ principal }] = [(await (await send('/api/session', { cookie })).json()) as { principal: string }]
  expect(await store.map(principal, { first: 0, last: 60_000 })).toEqual([])
})

const MANAGER = 'manager@example.com'
const agencyOf = (clients: readonly Record<string, unknown>[]) => [{ agency: { name: 'A', clients } }]

/** An agency with clients reached by prefix. */
const withAgency = async (clients: Record<string, unknown>[], all: Record<string, ServiceContact[]>) => {
  const harness = await withArchive([])
  const { handlers, signIn } = harness
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ email: MANAGER, is_agency_manager: true }))
  handlers['GET /v2/agency'] = () => json(agencyOf(clients))
  for (const [id, list] of Object.entries(all))
    handlers[`GET /v2/clients/${id}/calls`] = (request) =>
      clients.some((client) => String(client['id']) === id)
        ? json(pageOfContacts(list, new URL(request.url).searchParams))
        : json({ error: 'access_denied' }, 403)
  return { ...harness, cookie: cookieOf(await signIn(MANAGER)) }
}

test('archive-client-switch-race: whatever is asked at once, each client’s answer holds its own contacts', async () => {
  const [one, two] = [recentContacts(20, 'one'), recentContacts(17, 'two')]
  const { send, cookie } = await withAgency(
    [
      { id: 1, email: 'one@example.com' },
      { id: 2, email: 'two@example.com' },
    ],
    { 1: one, 2: two },
  )
  const answers = ['1', '2', '1', '2', '2', '1'].map(async (client) => {
    await readDaysOf(send, cookie, FEW_DAYS, client)
    return [client, await contactsIn(send, cookie, FEW_DAYS, client)] as const
  })
  for (const [client, contacts] of await Promise.all(answers))
    expect(contacts).toEqual(rowsOfContacts(client === '1' ? one : two))
  const foreign = await postFigures(send, cookie, 'reading', FEW_DAYS_JOB, '3')
  expect([foreign.status, await foreign.json()]).toMatchObject([403, { error: 'client_forbidden' }])
})

test('archive-access-withdrawn: a refusal of any request closes what is kept of the client at once', async () => {
  const clients = [
    { id: 1, email: 'one@example.com' },
    { id: 2, email: 'two@example.com' },
  ]
  const all = recentContacts(20)
  const { send, cookie, pass } = await withAgency(clients, { 1: all, 2: all })
  for (const client of ['1', '2']) await readDaysOf(send, cookie, FEW_DAYS, client)
  clients.splice(0, 1)
  // The cached list still names it, and the archive made no request since: a page of the journal is refused.
  pass(6_000)
  expect((await send('/api/v2/clients/1/calls', { cookie })).status).toBe(403)
  const refused = await postFigures(send, cookie, 'reading', FEW_DAYS_JOB, '1')
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'client_forbidden' }])
  await readDaysOf(send, cookie, FEW_DAYS, '2')
  const summary = archiveSummary.parse(await (await send('/api/archive', { cookie })).json())
  expect(summary.accounts.map(({ client }) => client)).toEqual(['2'])
})

test('archive-access-withdrawn: an account is asked for again after five minutes, and its refusal ends the session', async () => {
  const { send, enter, handlers, pass } = await withArchive(recentContacts(3))
  const cookie = await enter()
  const days = { from: '2026-11-01', to: '2026-11-02' }
  await readDaysOf(send, cookie, days)
  handlers['GET /v2/objs/'] = () => json({ error: 'unauthorized' }, 401)
  handlers['GET /v2/calls'] = () => json({ error: 'unauthorized' }, 401)
  pass(4 * 60_000)
  await readDaysOf(send, cookie, days)
  pass(2 * 60_000)
  expect((await postFigures(send, cookie, 'reading', FEW_DAYS_JOB)).status).toBe(401)
})

test('fields that are hidden from a client are in no byte of its answer', async () => {
  const all = recentContacts(8, 'SECRET-REGION')
  const clients = [{ id: 1, email: 'one@example.com', hidden_fields: ['region', 'obj_oid'] }]
  const { send, cookie, store } = await withAgency(clients, { 1: all })
  for (let time = 0; time < 2; time++) {
    const state = await readDaysOf(send, cookie, FEW_DAYS, '1')
    expect([state.current.loaded, state.objectTitles]).toEqual([8, []])
    for (const [name, question] of [
      ['table', { filters: [], dimension: 'region', won: [], limit: null }],
      ['rows', { filters: [], limit: 100 }],
    ] as const) {
      const text = await (await postFigures(send, cookie, name, { ...FEW_DAYS_JOB, question }, '1')).text()
      expect(text).not.toMatch(/SECRET|site|shop/)
      expect(text).toMatch(/"(contacts|total)":8/)
    }
  }
  const principal = ((await (await send('/api/session', { cookie })).json()) as { principal: string })
    .principal
  expect((await store.records(`${principal} 1`, HARNESS_DAY)).records[0]).toMatchObject({
    region: 'SECRET-REGION',
  })
})

test('a reading goes on when its page was left, and stops when the session ends', async () => {
  const all = recentContacts(60)
  const { send, enter, calls, handlers } = await withArchive(all)
  const cookie = await enter()
  const gate = Promise.withResolvers<void>()
  const answer = handlers['GET /v2/calls']!
  let requested = 0
  handlers['GET /v2/calls'] = async (request) => {
    if (++requested >= 6) await gate.promise
    return answer(request)
  }
  await postFigures(send, cookie, 'reading', FEW_DAYS_JOB)
  await expect.poll(() => requested).toBeGreaterThanOrEqual(6)
  await send('/api/session', { cookie, method: 'DELETE' })
  gate.resolve()
  const again = await enter()
  const before = calls()
  // Twenty pages in all, of which this session may begin one or two itself.
  expect(before).toBeLessThan(20)
  // Another session of the account continues.
  await readDaysOf(send, again, FEW_DAYS)
  expect(await contactsIn(send, again, FEW_DAYS)).toEqual(rowsOfContacts(all))
})

test('secrets of the session are not kept, whatever field the service puts them in', async () => {
  const all = recentContacts(3)
  const { send, enter, handlers, store, options } = await withArchive(all)
  handlers['GET /v2/calls'] = (request) => {
    const page = pageOfContacts(all, new URL(request.url).searchParams)
    return json({
      ...page,
      calls: all.map((one) => ({
        ...recordOfContact(one),
        region: 'it is KEY_CANARY_4f1c',
        auth_token: 'other-secret',
      })),
    })
  }
  const cookie = await enter()
  await readDaysOf(send, cookie, { from: '2026-11-20', to: '2026-11-20' })
  const { principal } = (await (await send('/api/session', { cookie })).json()) as { principal: string }
  const stored = JSON.stringify((await store.records(principal, HARNESS_DAY)).records)
  expect(stored).toContain('it is ***')
  expect(stored).not.toMatch(/KEY_CANARY|other-secret/)
  expect(options.config.archive.retentionDays).toBe(800)
})

test('the drift log names the field that made a record unreadable, on whatever page it came', async () => {
  const harness = await withArchive([])
  const all = recentContacts(20)
  harness.handlers['GET /v2/calls'] = (request) => {
    const query = new URL(request.url).searchParams
    const page = pageOfContacts(all, query)
    if (query.get('page') === '3') page.calls[1] = { ...(page.calls[1] as object), id: 'no number' }
    return json(page)
  }
  const cookie = await harness.enter()
  await readDaysOf(harness.send, cookie, FEW_DAYS)
  const wrongId = { kind: 'type', path: 'calls[].id', expected: ['integer'], seen: ['string'] }
  await expect
    .poll(async () => (await harness.send('/api/archive/drift', { cookie })).json())
    .toMatchObject({ differences: expect.arrayContaining([expect.objectContaining(wrongId)]) as unknown })
})
