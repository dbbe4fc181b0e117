import { expect, test } from 'vitest'
import { archiveContacts, type ArchiveContacts } from '#/contract/archive/contacts.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import {
  askContacts,
  pageOfContacts,
  recordOfContact,
  HARNESS_DAY,
  recentContacts,
  type ServiceContact,
} from '#/server/archive/fake-service-testing.ts'
import { cookieOf, createHarness, json, signedInUser } from '#/server/testing.ts'

const FEW_DAYS = 'date_from=2026-11-16&date_to=2026-11-20'

const withArchive = async (all: ServiceContact[], env: Record<string, string> = {}) => {
  const { store, database } = await openTestStore()
  const harness = await createHarness(env, { archive: store })
  harness.handlers['GET /v2/calls'] = (request) =>
    json(pageOfContacts(all, new URL(request.url).searchParams))
  return { ...harness, store, archived: database }
}

const read = async (response: Response) => {
  expect(response.status).toBe(200)
  return archiveContacts.parse(await response.json())
}
/** Repeats until all days are read. */
const complete = (ask: () => Promise<ArchiveContacts>) =>
  expect.poll(async () => (await ask()).state.is, { timeout: 20_000 }).toBe('complete')

const idsOf = ({ contacts: some }: { contacts: readonly unknown[] }) =>
  some.map((one) => (one as { id: number }).id)

test('of days that are kept no longer the list begins with the first that is, and says so', async () => {
  const stored = { ...recentContacts(1)[0]!, day: HARNESS_DAY - 30 }
  const older = { ...stored, id: 2, day: HARNESS_DAY - 500 }
  const { send, enter, requests } = await withArchive([stored, older], { ARCHIVE_DAYS: '400' })
  const cookie = await enter()
  const ask = async () =>
    read(await askContacts(send, cookie, 'date_from=2024-11-21&date_to=2026-11-20&region=x'))
  await complete(ask)
  expect(await ask()).toMatchObject({ total: 1, since: '2025-10-17', contacts: [recordOfContact(stored)] })
  const firsts = requests
    .map(({ url }) => new URL(url).searchParams.get('date_from'))
    .filter((day) => day !== null)
  expect(firsts.toSorted()[0]).toBe('2025-10-17')
  const all = await askContacts(send, cookie, FEW_DAYS)
  expect((await read(all)).since).toBeNull()
})

test('days that are not held are read, and what is here by then is answered; then all of it', async () => {
  const all = recentContacts(20)
  const { send, enter, handlers, log } = await withArchive(all)
  const cookie = await enter()
  const answer = handlers['GET /v2/calls']!
  const gate = Promise.withResolvers<void>()
  handlers['GET /v2/calls'] = async (request) => {
    await gate.promise
    return answer(request)
  }
  const ask = async (query = '') => read(await askContacts(send, cookie, `${FEW_DAYS}&limit=3${query}`))
  expect(await ask()).toMatchObject({
    total: 0,
    contacts: [],
    state: { is: 'reading', unread: [{ date_from: '2026-11-16', date_to: '2026-11-20' }] },
  })
  gate.resolve()
  await complete(ask)
  const newest = all.toSorted((a, b) => b.day - a.day || b.minute - a.minute)
  const page = await ask('&offset=3&region=x')
  expect(page).toMatchObject({
    total: 20,
    offset: 3,
    contacts: newest.slice(3, 6).map(recordOfContact),
    state: { is: 'complete', as_of: '2026-11-20T14:03:00.000Z', loaded: 20 },
  })
  expect(page.objects.toSorted((a, b) => a.oid.localeCompare(b.oid))).toEqual([
    { oid: 'shop', title: 'Object shop' },
    { oid: 'site', title: 'Object site' },
  ])
  expect(JSON.stringify(log)).toContain('/api/archive/contacts')
  expect(JSON.stringify(log)).not.toContain('region=x')
})

// 500 is tried again after a pause; 400 has failed before the list is counted.
test.each([500, 400])(
  'a list that asks again is told once why its days could not be read: %i',
  async (status) => {
    const { send, enter, handlers } = await withArchive(recentContacts(2))
    const cookie = await enter()
    const answer = handlers['GET /v2/calls']!
    handlers['GET /v2/calls'] = () => json({ error: 'unknown_error' }, status)
    const ask = async () => read(await askContacts(send, cookie, FEW_DAYS))
    expect((await ask()).state.is).toBe('reading')
    await expect
      .poll(async () => (await ask()).state, { timeout: 5_000 })
      .toMatchObject({ is: 'failed', error: { status, code: 'unknown_error' } })
    handlers['GET /v2/calls'] = answer
    expect((await ask()).state.is).toBe('reading')
    await complete(ask)
  },
)

test('one contact is found on a held day, and is no reason to read a day that is not', async () => {
  const { send, enter, requests } = await withArchive(recentContacts(20))
  const cookie = await enter()
  const one = (query: string) => askContacts(send, cookie, query).then(read)
  const before = requests.length
  expect(await one('date_from=2026-11-20&date_to=2026-11-20&object=shop&id=1')).toMatchObject({
    total: 0,
    contacts: [],
    state: { as_of: null, unread: [{ date_from: '2026-11-20', date_to: '2026-11-20' }] },
  })
  // The only request checks the access.
  expect(requests.slice(before).filter(({ url }) => url.includes('/v2/calls'))).toEqual([])
  await expect.poll(async () => (await one(FEW_DAYS)).state.is, { timeout: 60_000 }).toBe('complete')
  expect(idsOf(await one('date_from=2026-11-20&date_to=2026-11-20&object=shop&id=1'))).toEqual([1])
  expect(idsOf(await one('date_from=2026-11-20&date_to=2026-11-20&object=site&id=1'))).toEqual([])
})

test('a list of today waits for a look at what has come', async () => {
  const all = recentContacts(20)
  const { send, enter, pass } = await withArchive(all)
  const cookie = await enter()
  const ask = async () => read(await askContacts(send, cookie, FEW_DAYS))
  await complete(ask)
  pass(61_000)
  all.push({ oid: 'site', id: 99, day: HARNESS_DAY, minute: 1030, note: 'new' })
  const { state, contacts: found } = await ask()
  expect(state).toMatchObject({ is: 'complete', as_of: '2026-11-20T14:04:01.000Z' })
  expect(idsOf({ contacts: found })[0]).toBe(99)
})

test.each([
  'date_from=2026-11-20&date_to=2026-11-19',
  'date_from=2022-01-01&date_to=2022-02-01',
  'date_from=2026-11-20',
  `${FEW_DAYS}&limit=2001`,
  `${FEW_DAYS}&offset=-1`,
  `${FEW_DAYS}&order_field=source`,
  `${FEW_DAYS}&status_filter=NEVER_HEARD`,
  `${FEW_DAYS}&has_deal=2`,
  `${FEW_DAYS}&id=x`,
  `${FEW_DAYS}&colour=red`,
  `${FEW_DAYS}&period=week`,
])('what cannot be asked is refused, and nothing is read for it: %s', async (query) => {
  const { send, enter, requests } = await withArchive([])
  const cookie = await enter()
  const before = requests.length
  const answer = await askContacts(send, cookie, query)
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }])
  expect(requests.length).toBe(before)
})

test('only reading is allowed, by who is signed in; a broken archive says so', async () => {
  const { send, enter, archived } = await withArchive(recentContacts(5))
  expect((await askContacts(send, '', FEW_DAYS)).status).toBe(401)
  const cookie = await enter()
  // No address says who is looked for.
  const get = await send(`/api/archive/contacts?${FEW_DAYS}`, { cookie })
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  archived.selectFrom = () => {
    throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  }
  const broken = await askContacts(send, cookie, FEW_DAYS)
  expect([broken.status, await broken.json()]).toMatchObject([503, { error: 'archive_unavailable' }])
})

test('a caller is found by a body of strings, and anything else is refused', async () => {
  const all = recentContacts(5).map((one, nth) => ({
    ...one,
    phone: nth === 0 ? '79261234567' : '79031112233',
  }))
  const { send, enter } = await withArchive(all)
  const cookie = await enter()
  const body = { date_from: '2026-11-16', date_to: '2026-11-20', from_filter: '79261234567' }
  const found = async () => {
    const answer = await send('/api/archive/contacts', { cookie, method: 'POST', body: JSON.stringify(body) })
    const { state, total } = archiveContacts.parse(await answer.json())
    return [state.unread, total]
  }
  await expect.poll(found).toEqual([[], 1])
  const refused = await send('/api/archive/contacts', { cookie, method: 'POST', body: '{"date_from":1}' })
  expect(refused.status).toBe(400)
})

test('another account sees nothing of what is kept, though it asks for the same objects and days', async () => {
  const mine = recentContacts(20)
  const { send, signIn, handlers } = await withArchive(mine)
  const own: Record<string, ServiceContact[]> = { 'KEY-A': mine, 'KEY-B': recentContacts(2, 'theirs') }
  handlers['POST /v2/users/sign_in'] = async (request) => {
    const { user } = (await request.json()) as { user: { email: string } }
    return json(signedInUser({ email: user.email, api_key: user.email.startsWith('a') ? 'KEY-A' : 'KEY-B' }))
  }
  handlers['GET /v2/calls'] = (request) => {
    const key = atob(request.headers.get('authorization')!.slice('Basic '.length)).replace(':', '')
    return json(pageOfContacts(own[key]!, new URL(request.url).searchParams))
  }
  const notesOf = async (email: string) => {
    const cookie = cookieOf(await signIn(email))
    const ask = async () => read(await askContacts(send, cookie, FEW_DAYS))
    await complete(ask)
    const { contacts: some, total } = await ask()
    return [total, ...new Set(some.map((one) => (one as { region: string }).region))]
  }
  expect(await notesOf('a@example.com')).toEqual([20, 'x'])
  expect(await notesOf('b@example.com')).toEqual([2, 'theirs'])
  expect(await notesOf('a@example.com')).toEqual([20, 'x'])
})

const MANAGER = 'manager@example.com'
const withClient = async (client: Record<string, unknown>, all: ServiceContact[]) => {
  const harness = await withArchive([])
  const { handlers, signIn } = harness
  const clients = [{ id: 1, email: 'one@example.com', ...client }]
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ email: MANAGER, is_agency_manager: true }))
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  handlers['GET /v2/clients/1/calls'] = (request) =>
    clients.length > 0
      ? json(pageOfContacts(all, new URL(request.url).searchParams))
      : json({ error: 'access_denied' }, 403)
  const cookie = cookieOf(await signIn(MANAGER))
  const ask = (query = '') => askContacts(harness.send, cookie, `${FEW_DAYS}${query}`, '/api/clients/1')
  return { ...harness, clients, cookie, ask }
}

test('hidden fields are in no record, and nothing may be asked that would tell of them', async () => {
  const { ask } = await withClient(
    { hidden_fields: ['region', 'obj_oid', 'comments', 'date'] },
    recentContacts(8, 'SECRET-REGION'),
  )
  await complete(async () => read(await ask()))
  const text = await (await ask()).text()
  expect(text).not.toMatch(/SECRET|site|shop|T01:/)
  expect(archiveContacts.parse(JSON.parse(text))).toMatchObject({ total: 8, objects: [] })
  expect(text).toContain('2026-11-20T00:00:00+03:00')
  for (const query of ['region=Moscow', 'object=site', 'hour=1', 'not_reached=1', 'q=roof']) {
    const refused = await ask(`&${query}`)
    expect([query, refused.status, await refused.json()]).toMatchObject([
      query,
      403,
      { error: 'hidden_field' },
    ])
  }
  // The client itself is not refused.
  expect((await ask('&status=1')).status).toBe(200)
})

test('archive-access-withdrawn: a refusal of any request closes the lists of the client at once', async () => {
  const { ask, clients, send, cookie, pass } = await withClient({}, recentContacts(20))
  await complete(async () => read(await ask()))
  clients.splice(0, 1)
  pass(6_000)
  expect((await send('/api/v2/clients/1/calls', { cookie })).status).toBe(403)
  const refused = await ask()
  expect([refused.status, await refused.json()]).toMatchObject([403, { error: 'client_forbidden' }])
})
