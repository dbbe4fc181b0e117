import { expect, test } from 'vitest'
import { readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { archiveClientComparison } from '#/contract/archive/client-comparison.ts'
import { dayNumber } from '#/contract/day.ts'
import { cookieOf, createHarness, json, signedInUser } from '#/server/testing.ts'
import { openTestStore } from './archive-testing.ts'
import { pageOfContacts, type ServiceContact } from './fake-service-testing.ts'

/** 14:03 UTC by the harness's clock. */
const TODAY = dayNumber('2026-11-20')
const WEEK = 'date_from=2026-11-14&date_to=2026-11-20'
const COMPARED = `${WEEK}&over_from=2026-11-14&over_to=2026-11-19&compare_from=2026-11-08&compare_to=2026-11-13`
/** Both stretches. */
const BOTH = { from: '2026-11-08', to: '2026-11-20' }

interface Kind {
  readonly status: number
  readonly type?: number
  readonly target?: boolean
}
const MISSED = { status: 3 }
const ANSWERED = { status: 2, type: 1, target: true }
const FORM = { status: 8, type: 2, target: false }
const UNKNOWN = { status: 99 }

type Came = readonly (readonly [daysAgo: number, kinds: readonly Kind[]])[]

const pageOf = (came: Came) => {
  const all = came.flatMap(([ago, kinds]) =>
    kinds.map((kind, nth) => ({ kind, oid: 'site', day: TODAY - ago, minute: 60 + nth, note: 'x' })),
  )
  const contacts: ServiceContact[] = all.map((one, id) => ({ ...one, id }))
  return (request: Request) => {
    const page = pageOfContacts(contacts, new URL(request.url).searchParams)
    const calls = (page.calls as { id: number }[]).map((call) => {
      const { status, type, target } = all[call.id]!.kind
      return { ...call, status, target: target ?? null, ...(type ? { call_type: { id: type } } : {}) }
    })
    return json({ ...page, calls })
  }
}

/** A question written as a query. */
const bodyOf = (query: string) => {
  const all = new URLSearchParams(query)
  const days = (name: string) => ({ from: all.get(`${name}_from`), to: all.get(`${name}_to`) })
  const clients = all.getAll('client')
  return {
    method: 'POST',
    body: JSON.stringify({
      days: days('date'),
      compared: all.has('compare_from') ? { current: days('over'), previous: days('compare') } : null,
      clients: clients.length > 0 ? clients : null,
      is_update: all.has('update'),
    }),
  }
}

interface Client {
  readonly came: Came
  readonly hidden?: readonly string[]
}

/** An agency with clients reached by prefix, and an empty archive. */
const open = async (given: Readonly<Record<string, Client>>, isUnavailable = false) => {
  const { store, database } = await openTestStore()
  const clients = new Map(Object.entries(given))
  const harness = await createHarness({}, { archive: isUnavailable ? null : store })
  const { handlers, signIn, send, requests: requested } = harness
  handlers['POST /v2/users/sign_in'] = () =>
    json(signedInUser({ email: 'manager@example.com', is_agency_manager: true }))
  handlers['GET /v2/agency'] = () =>
    json([
      {
        agency: {
          name: 'A',
          clients: [...clients].map(([id, { hidden }]) => ({
            id: Number(id),
            email: `${id}@example.com`,
            hidden_fields: hidden ?? null,
          })),
        },
      },
    ])
  for (const [id, { came }] of clients) handlers[`GET /v2/clients/${id}/calls`] = pageOf(came)
  let cookie = cookieOf(await signIn('manager@example.com'))
  return {
    ...harness,
    database,
    clients,
    /** The earlier session has ended meanwhile. */
    enterAgain: async () => {
      cookie = cookieOf(await signIn('manager@example.com'))
    },
    look: async (client: string, days = BOTH) => {
      await readDaysOf(send, cookie, days, client)
    },
    get: (query: string) => send('/api/client-comparison', { ...bodyOf(query), cookie }),
    compare: async (query: string) => {
      const before = requested.length
      const response = await send('/api/client-comparison', { ...bodyOf(query), cookie })
      expect(response.status).toBe(200)
      const { accounts } = archiveClientComparison.parse(await response.json())
      const requests = requested.slice(before).map(({ url }) => new URL(url).pathname.replace('/base', ''))
      return { accounts, requests }
    },
  }
}

const CAME: Came = [
  [0, [MISSED, ANSWERED]],
  [1, [ANSWERED, FORM, UNKNOWN]],
  [6, [MISSED]],
  [7, [ANSWERED]],
  [12, [FORM, FORM]],
]

test('all clients of which anything is kept, in one answer, and the service is asked once whose they are', async () => {
  const { look, compare, pass } = await open({
    1: { came: CAME },
    2: { came: [[0, [MISSED]]] },
    3: { came: CAME },
  })
  await look('1')
  await look('2')
  pass(10 * 60_000)
  const { accounts, requests } = await compare(COMPARED)
  expect(requests).toEqual(['/v2/agency'])
  expect(accounts).toEqual([
    {
      client: '1',
      is: 'whole',
      as_of: '2026-11-20T14:03:00.000Z',
      missing: null,
      unread: [],
      is_reading: false,
      error: null,
      counts: {
        contacts: 6,
        first_time: 2,
        target: 2,
        statuses: { NOANSWER: 2, ANSWER: 2, CATCH_FORM: 1 },
      },
      offset: 180,
      by_day: [1, 0, 0, 0, 0, 3, 2],
      // Six complete days against six.
      compared: {
        current: {
          contacts: 4,
          first_time: 1,
          target: 1,
          statuses: { NOANSWER: 1, ANSWER: 1, CATCH_FORM: 1 },
        },
        previous: { contacts: 3, first_time: 1, target: 1, statuses: { ANSWER: 1, CATCH_FORM: 2 } },
        // Sunday none instead of two, Thursday three instead of none; Saturday and Friday have no counterpart.
        evidence: expect.objectContaining({
          contacts: { excess: 0.5, variance: expect.closeTo(1.25 * (5 / 4), 10), freedom: 4 },
        }),
      },
    },
    expect.objectContaining({
      client: '2',
      counts: { contacts: 1, first_time: 0, target: 0, statuses: { NOANSWER: 1 } },
    }),
  ])
  const hidden = await open({ 1: { came: CAME, hidden: ['status', 'target', 'call_type'] } })
  await hidden.look('1')
  expect((await hidden.compare(COMPARED)).accounts[0]?.compared?.evidence).toMatchObject({
    contacts: { excess: 0.5 },
    first_time: null,
    missed_rate: null,
    target_rate: null,
  })
  // Five days against thirteen: all days of each side.
  await look('1', { from: '2026-11-01', to: '2026-11-20' })
  const unlike = `${WEEK}&over_from=2026-11-14&over_to=2026-11-18&compare_from=2026-11-01&compare_to=2026-11-13`
  expect((await compare(unlike)).accounts[0]?.compared).toMatchObject({
    current: { contacts: 1 },
    previous: { contacts: 3 },
  })
  expect((await compare(`${WEEK}&client=2&client=3`)).accounts).toMatchObject([
    { client: '2', is: 'whole', compared: null },
    { client: '3', is: 'none', as_of: null, counts: null, by_day: null },
  ])
})

test('what is not held whole says so: older days are missing, or the newest were read while they lasted', async () => {
  const { look, compare, pass, enterAgain } = await open({ 1: { came: CAME } })
  await look('1', { from: '2026-11-16', to: '2026-11-20' })
  expect((await compare(WEEK)).accounts).toMatchObject([
    { is: 'part', counts: { contacts: 5 }, missing: { date_from: '2026-11-14', date_to: '2026-11-15' } },
  ])
  await look('1')
  // Just after midnight, while the day before still lasts somewhere.
  pass(10 * 3_600_000)
  await enterAgain()
  expect((await compare('date_from=2026-11-15&date_to=2026-11-21')).accounts).toMatchObject([
    {
      is: 'behind',
      as_of: '2026-11-20T14:03:00.000Z',
      missing: { date_from: '2026-11-21', date_to: '2026-11-21' },
      counts: { contacts: 5 },
    },
  ])
  pass(14 * 3_600_000)
  await enterAgain()
  // Yesterday was read at 14:03, today was not: figures are as of then, without a comparison.
  const next =
    'date_from=2026-11-15&date_to=2026-11-21&over_from=2026-11-15&over_to=2026-11-20&compare_from=2026-11-09&compare_to=2026-11-14'
  expect((await compare(next)).accounts).toMatchObject([
    {
      is: 'behind',
      as_of: '2026-11-20T14:03:00.000Z',
      missing: { date_from: '2026-11-20', date_to: '2026-11-21' },
      counts: { contacts: 5 },
      compared: null,
    },
  ])
  pass(3 * 24 * 3_600_000)
  await enterAgain()
  expect((await compare('date_from=2026-11-18&date_to=2026-11-24')).accounts).toMatchObject([
    { is: 'part', missing: { date_from: '2026-11-20', date_to: '2026-11-24' } },
  ])
})

test('a client that hides what a count is made of has none, and one that is the session’s no more is not told of', async () => {
  const { look, compare, pass, clients } = await open({
    1: { came: CAME, hidden: ['status', 'target'] },
    2: { came: CAME, hidden: ['call_type'] },
  })
  await look('1')
  await look('2')
  expect((await compare(WEEK)).accounts).toMatchObject([
    { client: '1', counts: { contacts: 6, first_time: 2, target: null, statuses: null } },
    { client: '2', counts: { contacts: 6, first_time: null, target: 2 } },
  ])
  clients.delete('1')
  pass(2 * 60_000)
  expect((await compare(WEEK)).accounts).toMatchObject([{ client: '2' }])
  expect((await compare(`${WEEK}&client=1`)).accounts).toEqual([])
})

test('says that a client is not whole when some of its records cannot be read', async () => {
  const { look, compare, handlers } = await open({ 1: { came: CAME } })
  const answer = handlers['GET /v2/clients/1/calls']!
  handlers['GET /v2/clients/1/calls'] = async (request) => {
    const page = (await (await answer(request)).json()) as { calls: { id: unknown }[] }
    for (const call of page.calls) if (call.id === 2) call.id = null
    return json(page)
  }
  await look('1')
  expect((await compare(WEEK)).accounts).toMatchObject([{ is: 'part', counts: { contacts: 5 }, unread: [] }])
})

test('with a failing archive the answer is 503, and for days that are none 400', async () => {
  const failing = await (await open({}, true)).get(WEEK)
  expect([failing.status, await failing.json()]).toMatchObject([503, { error: 'archive_unavailable' }])
  const { get, send, database } = await open({ 1: { came: CAME } })
  for (const query of [
    'date_from=2026-11-20&date_to=2026-11-19',
    'date_from=2026-11-31&date_to=2026-12-01',
    `${WEEK}&compare_from=2026-11-08`,
    // Another period.
    `${WEEK}&over_from=2026-11-13&over_to=2026-11-19&compare_from=2026-11-01&compare_to=2026-11-12`,
    `${WEEK}&client=..%2Fsecret`,
  ])
    expect((await get(query)).status, query).toBe(400)
  expect((await send('/api/client-comparison', bodyOf(WEEK))).status).toBe(401)
  database.selectFrom = () => {
    throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
  }
  expect((await get(WEEK)).status).toBe(503)
})

test('reads clients that are named and not stored, a few at a time, and says so until they are whole', async () => {
  const names = ['1', '2', '3', '4', '5']
  const { compare, handlers, requests } = await open(
    Object.fromEntries(names.map((name) => [name, { came: CAME }])),
  )
  const gate = Promise.withResolvers<void>()
  let [underWay, most] = [0, 0]
  for (const name of names) {
    const answer = handlers[`GET /v2/clients/${name}/calls`]!
    handlers[`GET /v2/clients/${name}/calls`] = async (request) => {
      most = Math.max(most, ++underWay)
      await gate.promise
      underWay--
      return answer(request)
    }
  }
  const named = `${WEEK}&${names.map((name) => `client=${name}`).join('&')}`
  const first = (await compare(named)).accounts
  expect(first.map(({ is, is_reading, counts }) => [is, is_reading, counts])).toEqual(
    names.map(() => ['none', true, null]),
  )
  // A concurrent request joins.
  await compare(named)
  gate.resolve()
  await expect
    .poll(async () => (await compare(named)).accounts.map(({ is, is_reading }) => [is, is_reading]))
    .toEqual(names.map(() => ['whole', false]))
  for (const { counts } of (await compare(named)).accounts) expect(counts).toMatchObject({ contacts: 6 })
  expect(most).toBeLessThanOrEqual(3)
  const pages = requests.filter(({ url }) => url.includes('/clients/1/calls'))
  const before = pages.length
  await compare(named)
  expect(requests.filter(({ url }) => url.includes('/clients/1/calls'))).toHaveLength(before)
})

test('says why a client could not be read, and tries it again after a minute or when told to', async () => {
  const { compare, handlers, pass } = await open({ 1: { came: CAME } })
  const answer = handlers['GET /v2/clients/1/calls']!
  let tries = 0
  handlers['GET /v2/clients/1/calls'] = () => {
    tries++
    return json({ error: 'wrong' }, 404)
  }
  const named = `${WEEK}&client=1`
  const account = async (query = named) => (await compare(query)).accounts[0]!
  await account()
  await expect.poll(async () => (await account()).is_reading).toBe(false)
  expect((await account()).error).toMatchObject({ status: 404 })
  const before = tries
  await account()
  expect(tries).toBe(before)
  pass(61_000)
  handlers['GET /v2/clients/1/calls'] = answer
  await account()
  await expect.poll(async () => (await account()).is).toBe('whole')
  expect((await account()).error).toBeNull()
})
