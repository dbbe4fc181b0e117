import { expect, test } from 'vitest'
import { annotationPath } from '#/contract/annotations/annotations.ts'
import { clientIssuesAnswer, type ClientIssue } from '#/contract/archive/client-issues.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import { dayNumber, HOUR_MS } from '#/contract/day.ts'
import { cookieOf, createHarness, HARNESS_NOW, json, signedInUser } from '#/server/testing.ts'
import { openTestStore } from './archive-testing.ts'
import { pageOfContacts, type ServiceContact } from './fake-service-testing.ts'
import { segmentColumns } from './store/columns.ts'
import { createArchiveStore, type ArchiveStore } from './store/store.ts'

/** 17:03 in Moscow on a Friday, as the contacts' clocks. */
const TODAY = dayNumber('2026-11-20')

const open = async (
  contacts: ServiceContact[],
  client: Record<string, unknown> = {},
  objs: readonly Record<string, unknown>[] = [{ oid: 'site', title: 'Okna' }, { oid: 'shop' }],
) => {
  const { database, store: disk } = await openTestStore()
  let held: Promise<void> | null = null
  /** Contacts are read slowly until this ends. */
  const holdContacts = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  const slow = (of: ArchiveStore): ArchiveStore => ({
    ...of,
    segments: async (...requested) => {
      await held
      return of.segments(...requested)
    },
  })
  const store = slow(disk)
  const harness = await createHarness({}, { archive: store })
  const { handlers, signIn, requests } = harness
  let { send } = harness
  handlers['POST /v2/users/sign_in'] = () =>
    json(signedInUser({ email: 'manager@example.com', is_agency_manager: true }))
  handlers['GET /v2/agency'] = () =>
    json([{ agency: { name: 'A', clients: [{ id: 1, email: 'one@example.com', ...client }] } }])
  handlers['GET /v2/clients/1/calls'] = (request) =>
    json(pageOfContacts(contacts, new URL(request.url).searchParams))
  handlers['GET /v2/clients/1/objs/'] = () =>
    json({ objs, meta: { pagination: { total_objects: objs.length } } })
  let cookie = cookieOf(await signIn('manager@example.com'))
  const ask = async () => {
    const before = requests.length
    const body = JSON.stringify({ clients: ['1'], is_update: false })
    const response = await send('/api/client-issues', { method: 'POST', body, cookie })
    expect(response.status).toBe(200)
    return { ...clientIssuesAnswer.parse(await response.json()), requests: requests.length - before }
  }
  return {
    ...harness,
    store,
    cookie,
    get: (path: string) => send(path, { cookie }),
    holdContacts,
    /** Another server over the same databases. */
    restart: async () => {
      const again = slow(await createArchiveStore(database, segmentColumns))
      ;({ send } = await createHarness({}, { ...harness.options, archive: again }))
    },
    /** The next day, when the session has expired. */
    signInAgain: async () => {
      cookie = cookieOf(await signIn('manager@example.com'))
    },
    ask,
    /** After missing days were read. */
    answer: async () => {
      await expect.poll(async () => (await ask()).clients[0]?.is_reading).toBe(false)
      return ask()
    },
  }
}

let lastId = 0
const contact = (
  oid: string,
  ago: number,
  minute: number,
  more: Partial<ServiceContact> = {},
): ServiceContact => ({
  id: ++lastId,
  oid,
  day: TODAY - ago,
  minute,
  note: 'x',
  status: CALL_STATUS.answer,
  ...more,
})
const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))
const kinds = (issues: readonly ClientIssue[]) => issues.map(({ kind }) => kind)

/** Twelve contacts by 17:00 on each of the last eight Fridays. */
const usualFridays = (oid: string) =>
  times(8, (week) => times(12, (nth) => contact(oid, 7 * (week + 1), 600 + 20 * nth))).flat()

test('an object that has gone quiet is named with when, and what was usual by now', async () => {
  const { answer } = await open([...usualFridays('site'), contact('site', 0, 605)])
  const { issues, clients } = await answer()
  expect(issues).toMatchObject([
    { client: '1', kind: 'quiet', oid: 'site', object: 'Object site', value: 1, of: 605, usual: 12 },
  ])
  expect(clients).toMatchObject([{ client: '1', as_of: '2026-11-20T14:03:00.000Z', error: null, waiting: 0 }])
})

test('a missed rate that rose beyond chance is told of its object, beside the four weeks before', async () => {
  // 15 of 28 calls of the last week, 14 of 112 of the four weeks before.
  const week = times(7, (day) =>
    times(4, (nth) =>
      contact('site', day + 1, 600 + nth, {
        status: nth < 2 || (nth === 2 && day === 0) ? CALL_STATUS.busy : CALL_STATUS.answer,
      }),
    ),
  ).flat()
  const before = times(28, (day) =>
    times(4, (nth) =>
      contact('site', day + 8, 600 + nth, {
        status: nth === 0 && day % 2 === 0 ? CALL_STATUS.busy : CALL_STATUS.answer,
      }),
    ),
  ).flat()
  const { answer } = await open([...week, ...before])
  expect((await answer()).issues).toMatchObject([
    { kind: 'missed_rate', oid: 'site', value: 15, of: 28, usual: 12.5, at: '2026-11-13' },
  ])
})

test('callers who have waited for an hour are counted once each, without those who were called', async () => {
  const waiting = times(6, (nth) =>
    contact('site', 1, 700 + nth, { status: CALL_STATUS.noanswer, phone: `7495000000${nth}` }),
  )
  const lately = contact('site', 0, 17 * 60, { status: CALL_STATUS.noanswer, phone: '74950000099' })
  const reached = [
    contact('site', 1, 650, { status: CALL_STATUS.noanswer, phone: '74950000088' }),
    contact('site', 1, 660, { phone: '74950000088' }),
  ]
  const { answer, send, cookie } = await open([...waiting, lately, ...reached])
  const before = await answer()
  expect(before.issues).toMatchObject([{ kind: 'waiting', oid: 'site', value: 6, level: 2 }])
  expect(before.clients[0]?.waiting).toBe(7)

  const [one, two] = waiting
  for (const { id } of [one!, two!])
    expect(
      (
        await send(`/api${annotationPath('1', { oid: 'site', id })}`, {
          method: 'PUT',
          cookie,
          body: JSON.stringify({ version: 0, outcome: 'called' }),
        })
      ).status,
    ).toBe(200)
  expect(await answer()).toMatchObject({ issues: [], clients: [{ waiting: 5 }] })
})

test('an object whose tracking stops within a week is told, the first one is the day of the client', async () => {
  const { answer } = await open([contact('site', 1, 600)], {}, [
    {
      oid: 'site',
      title: 'Okna',
      site_url: 'https://okna.example',
      is_tracking: true,
      expiration_date: '23.11.2026 00:00:00',
    },
    {
      oid: 'shop',
      site_url: 'https://shop.example',
      is_tracking: true,
      expiration_date: '23.12.2026 00:00:00',
    },
  ])
  const { issues, clients } = await answer()
  expect(issues).toMatchObject([{ kind: 'expires', oid: 'site', value: 3, at: '2026-11-23', by: 'expiry' }])
  expect(clients[0]?.ends).toEqual({ day: '2026-11-23', days_left: 3 })
})

test('what is not read yet, or not within a day, is said and never taken for good news', async () => {
  const { ask, answer, pass, handlers, signInAgain } = await open([contact('site', 1, 600)])
  const first = await ask()
  expect(kinds(first.issues)).toEqual(['not_read'])
  expect(first.clients).toMatchObject([{ as_of: null, is_reading: true }])
  expect(await answer()).toMatchObject({ issues: [], clients: [{ error: null }] })

  handlers['GET /v2/clients/1/calls'] = () => new Response(null, { status: 503 })
  pass(25 * HOUR_MS)
  await signInAgain()
  expect(await answer()).toMatchObject({
    issues: [{ kind: 'not_updated', at: '2026-11-20T14:03:00.000Z' }],
    clients: [{ error: { status: 503 } }],
  })
})

test('what rests on a field that a client hides is left out, also where it was found for who may see it', async () => {
  const { answer, ask, handlers, pass } = await open([...usualFridays('site')])
  expect(await answer()).toMatchObject({ issues: [{ kind: 'quiet' }], clients: [{ waiting: 0 }] })
  const clients = [{ id: 1, email: 'one@example.com', hidden_fields: ['date'] }]
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  pass(2 * 60_000)
  expect(await ask()).toMatchObject({ issues: [], clients: [{ is_reading: false, waiting: null }] })
})

test('what has been read is judged again without a request to the service', async () => {
  const { answer, ask, pass } = await open([...usualFridays('site')])
  await answer()
  pass(5 * 60_000)
  expect(await ask()).toMatchObject({ requests: 1, issues: [{ kind: 'quiet' }] })
})

test('a server that was restarted answers with the last known issues, and evaluates them only when they may have changed', async () => {
  const { answer, ask, pass, restart, holdContacts } = await open(usualFridays('site'))
  const { as_of: before } = (await answer()).clients[0]!
  await restart()
  const goOn = holdContacts()
  expect(await ask()).toMatchObject({
    issues: [{ kind: 'quiet' }],
    clients: [{ as_of: before, is_reading: false }],
  })
  pass(15 * 60_000)
  expect(await ask()).toMatchObject({
    issues: [{ kind: 'quiet' }],
    clients: [{ as_of: before, is_reading: true }],
  })
  goOn()
  await expect.poll(async () => (await ask()).clients[0]?.as_of !== before).toBe(true)
})

test('a client whose contacts are stored but were never evaluated is listed on the first answer', async () => {
  const { answer, ask, store, holdContacts } = await open(usualFridays('site'))
  await answer()
  // Issues are forgotten with their days; the account stays.
  await store.purge(TODAY + 1)
  const goOn = holdContacts()
  expect(await ask()).toMatchObject({
    issues: [{ client: '1', kind: 'not_read' }],
    clients: [{ as_of: null, is_reading: true }],
  })
  goOn()
  expect((await answer()).issues).toEqual([])
})

test('issues are forgotten with the account, and with the days they are about', async () => {
  const { answer, get, store } = await open(usualFridays('site'))
  const { principal } = (await (await get('/api/session')).json()) as { principal: string }
  const account = `${principal} 1`
  const found = async () => (await store.issues([account])).get(account)?.found
  await answer()
  await store.purge(TODAY)
  expect(await found()).toContain('quiet')
  await store.purge(TODAY + 1)
  expect(await found()).toBeNull()
  await answer()
  expect(await found()).not.toBeNull()
  await store.forget(principal, '1', false)
  expect(await found()).toBeNull()
})

test('objects are kept as they pass by: whole lists only, page by page, and nothing but what they are judged by', async () => {
  const { get, store, handlers, pass } = await open([])
  const pages = [
    [
      { oid: 'a', title: 'A', sessions: 5, js_code: 'secret()' },
      { oid: 'b', is_tracking: false },
    ],
    [{ oid: 'c', expiration_date: '2026-12-01', tariff: { id: 1, name: 'T', sessions: 100 } }],
  ]
  handlers['GET /v2/clients/1/objs/'] = (request) => {
    const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
    return json({
      objs: pages[page - 1],
      meta: {
        pagination: { current_page: page, next_page: page + 1, total_pages: pages.length, total_objects: 3 },
      },
    })
  }
  const { principal } = (await (await get('/api/session')).json()) as { principal: string }
  const stored = async () => store.objects(`${principal} 1`)
  await get('/api/v2/clients/1/objs/?status=3')
  await get('/api/v2/clients/1/objs/')
  expect(await stored()).toBeNull()
  await get('/api/v2/clients/1/objs/?page=2')
  // A list request does not wait for its storage.
  await expect.poll(stored).toMatchObject({ readAt: HARNESS_NOW, isAll: true })
  const objects = await stored()
  expect(objects?.objects).toMatchObject([
    { oid: 'a', title: 'A', sessions: 5 },
    { oid: 'b', is_tracking: false },
    { oid: 'c', expiration_date: '2026-12-01', tariff: { sessions: 100 } },
  ])
  expect(JSON.stringify(objects)).not.toContain('secret')
  // The second page of an older list does not belong to this one.
  pages[1] = []
  await get('/api/v2/clients/1/objs/')
  pass(5 * 60_000)
  await get('/api/v2/clients/1/objs/?page=2')
  expect((await stored())?.objects).toHaveLength(3)
})

test('what is kept of objects is forgotten with the account', async () => {
  const { store } = await openTestStore()
  await store.keepObjects('somebody 1', { readAt: 1, isAll: true, objects: [{ oid: 'a' }] })
  expect(await store.objects('somebody 1')).toMatchObject({ objects: [{ oid: 'a' }] })
  await store.forget('somebody', '1', false)
  expect(await store.objects('somebody 1')).toBeNull()
})
