import { expect, test } from 'vitest'
import { createDataset, dropRows, type Dataset } from '#/analytics/columns/dataset.ts'
import { appendSegment } from '#/analytics/columns/segment.ts'
import { readFrames, type ArchiveFrame } from '#/contract/archive/frames.ts'
import { archiveSummary, type ArchiveState } from '#/contract/archive/shapes.ts'
import { cookieOf, createHarness, json, signedInUser, type Harness } from '#/server/testing.ts'
import { openTestStore, segmentRows } from './archive-testing.ts'
import {
  pageOfContacts,
  recordOfContact,
  HARNESS_DAY,
  recentContacts,
  type ServiceContact,
} from './fake-service-testing.ts'
import { unpack } from './store/kept-day.ts'

const FEW_DAYS = 'date_from=2026-11-16&date_to=2026-11-20'

const withArchive = async (all: ServiceContact[], env: Record<string, string> = {}) => {
  const { store } = await openTestStore()
  const harness = await createHarness(env, { archive: store })
  harness.handlers['GET /v2/calls'] = (request) =>
    json(pageOfContacts(all, new URL(request.url).searchParams))
  return { ...harness, store, calls: () => askedFor(harness, '/v2/calls') }
}
const askedFor = ({ asked }: Harness, path: string) =>
  asked.filter(({ url }) => new URL(url).pathname.endsWith(path)).length

const framesOf = async (response: Response): Promise<ArchiveFrame[]> => {
  expect(response.status).toBe(200)
  const frames: ArchiveFrame[] = []
  for await (const frame of readFrames(response.body!)) frames.push(frame)
  return frames
}

/** What a browser has when the stream is over. */
const received = async (
  frames: readonly ArchiveFrame[],
): Promise<{ data: Dataset; states: ArchiveState[] }> => {
  const data = createDataset()
  const states: ArchiveState[] = []
  for (const frame of frames)
    if (frame.kind === 'state') states.push(frame.state)
    else {
      dropRows(data, (row) => data.day[row]! >= frame.first && data.day[row]! <= frame.last)
      appendSegment(data, await unpack(frame.bytes))
    }
  return { data, states }
}

const rowsOfContacts = (all: readonly ServiceContact[]) =>
  all.map(({ day, oid, id, note }) => `${day} ${oid} ${id} ${note}`).toSorted()

test('a first question is read from the API and told as it comes; a second one is there at once', async () => {
  const all = recentContacts(20)
  const { send, enter, calls } = await withArchive(all)
  const cookie = await enter()
  const first = await received(await framesOf(await send(`/api/archive/columns?${FEW_DAYS}`, { cookie })))
  expect(segmentRows(first.data)).toEqual(rowsOfContacts(all))
  expect(first.states[0]).toMatchObject({
    is: 'reading',
    as_of: null,
    oldest: null,
    loaded: 0,
    unread: [{ date_from: '2026-11-16', date_to: '2026-11-20' }],
  })
  expect(first.states.at(-1)).toEqual({
    is: 'complete',
    as_of: '2026-11-20T14:03:00.000Z',
    oldest: '2026-11-20T14:03:00.000Z',
    loaded: 20,
    total: 20,
    unread: [],
    shortfall: null,
    error: null,
  })
  expect(Object.fromEntries(first.data.objectTitles)).toEqual({ shop: 'Object shop', site: 'Object site' })
  const before = calls()
  const second = await received(await framesOf(await send(`/api/archive/columns?${FEW_DAYS}`, { cookie })))
  expect(segmentRows(second.data)).toEqual(rowsOfContacts(all))
  expect(second.states.map(({ is }) => is)).toEqual(['reading', 'complete'])
  expect(calls()).toBe(before)
})

test('today is looked at again after a minute: one request when nothing came, and what came is added', async () => {
  const all = recentContacts(20)
  const { send, enter, calls, pass } = await withArchive(all)
  const cookie = await enter()
  const ask = async () => received(await framesOf(await send(`/api/archive/columns?${FEW_DAYS}`, { cookie })))
  await ask()
  pass(61_000)
  let before = calls()
  // Days that are over are known as of then; today as of now.
  expect((await ask()).states.at(-1)).toMatchObject({
    as_of: '2026-11-20T14:04:01.000Z',
    oldest: '2026-11-20T14:03:00.000Z',
  })
  expect(calls()).toBe(before + 1)
  all.push({ oid: 'site', id: 99, day: HARNESS_DAY, minute: 1030, note: 'new' })
  before = calls()
  expect((await ask()).data.rows).toBe(20)
  expect(calls()).toBe(before)
  pass(61_000)
  const { data } = await ask()
  expect(segmentRows(data)).toEqual(rowsOfContacts(all))
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
  const refused = await send(`/api/archive/columns?${FEW_DAYS}`, { cookie })
  expect([refused.status, await refused.json()]).toMatchObject([503, { error: 'archive_unavailable' }])
  expect(await (await send('/healthz')).json()).toMatchObject({ status: 'degraded', archive: 'damaged' })
  expect((await send('/api/v2/objs/', { cookie })).status).toBe(200)
})

test.each([
  'date_from=2026-11-20&date_to=2026-11-19',
  'date_from=2026-11-31&date_to=2026-12-01',
  'date_from=2023-01-01&date_to=2026-11-20',
  'date_from=2026-11-20',
  '',
])('days that are none, or no longer kept, are refused: %s', async (query) => {
  const { send, enter, calls } = await withArchive([])
  const answer = await send(`/api/archive/columns?${query}`, { cookie: await enter() })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }])
  expect(calls()).toBe(0)
})

test('what is kept is told, and forgotten', async () => {
  const all = recentContacts(20)
  const { send, enter, store } = await withArchive(all)
  const cookie = await enter()
  await framesOf(await send(`/api/archive/columns?${FEW_DAYS}`, { cookie }))
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

/** An agency whose clients are reached by prefix. */
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
  const asks = ['1', '2', '1', '2', '2', '1'].map(async (client) => {
    const path = `/api/clients/${client}/archive/columns?${FEW_DAYS}`
    return [client, await received(await framesOf(await send(path, { cookie })))] as const
  })
  for (const [client, { data }] of await Promise.all(asks))
    expect(segmentRows(data)).toEqual(rowsOfContacts(client === '1' ? one : two))
  const foreign = await send(`/api/clients/3/archive/columns?${FEW_DAYS}`, { cookie })
  expect([foreign.status, await foreign.json()]).toMatchObject([403, { error: 'client_forbidden' }])
})

test('archive-access-withdrawn: a refusal of any request closes what is kept of the client at once', async () => {
  const clients = [
    { id: 1, email: 'one@example.com' },
    { id: 2, email: 'two@example.com' },
  ]
  const all = recentContacts(20)
  const { send, cookie, pass } = await withAgency(clients, { 1: all, 2: all })
  const ask = (client: string) => send(`/api/clients/${client}/archive/columns?${FEW_DAYS}`, { cookie })
  for (const client of ['1', '2']) await framesOf(await ask(client))
  clients.splice(0, 1)
  // The list in memory still names it, and the archive has not asked since: then a page of the journal is refused.
  pass(6_000)
  expect((await send('/api/v2/clients/1/calls', { cookie })).status).toBe(403)
  const refused = await ask('1')
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'client_forbidden' }])
  await framesOf(await ask('2'))
  const summary = archiveSummary.parse(await (await send('/api/archive', { cookie })).json())
  expect(summary.accounts.map(({ client }) => client)).toEqual(['2'])
})

test('archive-access-withdrawn: an account is asked for again after five minutes, and its refusal ends the session', async () => {
  const { send, enter, handlers, pass } = await withArchive(recentContacts(3))
  const cookie = await enter()
  const ask = () => send(`/api/archive/columns?date_from=2026-11-01&date_to=2026-11-02`, { cookie })
  await framesOf(await ask())
  handlers['GET /v2/objs/'] = () => json({ error: 'unauthorized' }, 401)
  handlers['GET /v2/calls'] = () => json({ error: 'unauthorized' }, 401)
  pass(4 * 60_000)
  await framesOf(await ask())
  pass(2 * 60_000)
  expect((await ask()).status).toBe(401)
})

test('fields that are hidden from a client are in no byte of its answer', async () => {
  const all = recentContacts(8, 'SECRET-REGION')
  const clients = [{ id: 1, email: 'one@example.com', hidden_fields: ['region', 'obj_oid'] }]
  const { send, cookie, store } = await withAgency(clients, { 1: all })
  const ask = async () => framesOf(await send(`/api/clients/1/archive/columns?${FEW_DAYS}`, { cookie }))
  for (const frames of [await ask(), await ask()]) {
    const { data } = await received(frames)
    expect(data.rows).toBe(8)
    expect(data.by.region.values).toEqual([null])
    expect(data.by.object.values).toEqual([null])
    expect([...data.objectTitles]).toEqual([])
    for (const frame of frames)
      if (frame.kind === 'segment')
        expect(new TextDecoder().decode(await unpack(frame.bytes))).not.toMatch(/SECRET|site|shop/)
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
  let asked = 0
  handlers['GET /v2/calls'] = async (request) => {
    if (++asked >= 6) await gate.promise
    return answer(request)
  }
  const response = await send(`/api/archive/columns?${FEW_DAYS}`, { cookie })
  const reader = response.body!.getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => asked).toBeGreaterThanOrEqual(6)
  await send('/api/session', { cookie, method: 'DELETE' })
  gate.resolve()
  const again = await enter()
  const before = calls()
  // Its pages are twenty, of which what this session begins by itself may be one or two.
  expect(before).toBeLessThan(20)
  // Another session of the account goes on with it.
  const { data } = await received(
    await framesOf(await send(`/api/archive/columns?${FEW_DAYS}`, { cookie: again })),
  )
  expect(segmentRows(data)).toEqual(rowsOfContacts(all))
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
  await framesOf(await send(`/api/archive/columns?date_from=2026-11-20&date_to=2026-11-20`, { cookie }))
  const { principal } = (await (await send('/api/session', { cookie })).json()) as { principal: string }
  const kept = JSON.stringify((await store.records(principal, HARNESS_DAY)).records)
  expect(kept).toContain('it is ***')
  expect(kept).not.toMatch(/KEY_CANARY|other-secret/)
  expect(options.config.archive.daysKept).toBe(800)
})
