import { expect, test } from 'vitest'
import { readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { inactivityAnswer, type ContactsOfDay } from '#/contract/archive/client-comparison.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import { cookieOf, createHarness, HARNESS_NOW, json, signedInUser } from '#/server/testing.ts'
import { openTestStore } from './archive-testing.ts'
import { pageOfContacts, type ServiceContact } from './fake-service-testing.ts'

/** By the harness's clock: 17:03 in Moscow, as the contacts' clocks are. */
const TODAY = dayNumber('2026-11-20')
const NINE_WEEKS = { from: dayText(TODAY - 57), to: dayText(TODAY) }

const open = async (contacts: ServiceContact[], client: Record<string, unknown> = {}) => {
  const { store } = await openTestStore()
  const harness = await createHarness({}, { archive: store })
  const { handlers, signIn, send, asked } = harness
  handlers['POST /v2/users/sign_in'] = () =>
    json(signedInUser({ email: 'manager@example.com', is_agency_manager: true }))
  handlers['GET /v2/agency'] = () =>
    json([{ agency: { name: 'A', clients: [{ id: 1, email: 'one@example.com', ...client }] } }])
  handlers['GET /v2/clients/1/calls'] = (request) =>
    json(pageOfContacts(contacts, new URL(request.url).searchParams))
  handlers['GET /v2/clients/1/objs/'] = () =>
    json({ objs: [{ oid: 'site' }, { oid: 'shop' }], meta: { pagination: { total_objects: 2 } } })
  const cookie = cookieOf(await signIn('manager@example.com'))
  return {
    ...harness,
    store,
    get: (path: string) => send(path, { cookie }),
    look: async () => {
      await readDaysOf(send, cookie, NINE_WEEKS, '1')
    },
    ask: async () => {
      const before = asked.length
      const body = JSON.stringify({ clients: ['1'], is_update: false })
      const response = await send('/api/inactivity', { method: 'POST', body, cookie })
      const { accounts } = inactivityAnswer.parse(await response.json())
      return { accounts, requests: asked.length - before }
    },
  }
}

const contact = (id: number, oid: string, ago: number, minute: number): ServiceContact => ({
  id,
  oid,
  day: TODAY - ago,
  minute,
  note: 'x',
})

test('the minutes of today and of the same weekday of eight weeks, by object, as far as they are held', async () => {
  const { ask, pass } = await open([
    contact(1, 'site', 0, 600),
    contact(2, 'shop', 0, 615),
    contact(3, 'site', 0, 630),
    contact(4, 'site', 1, 700),
    contact(5, 'shop', 7, 610),
    contact(6, 'site', 56, 900),
    contact(7, 'site', 63, 900),
  ])
  expect((await ask()).accounts).toEqual([
    { client: '1', objects: null, days: [], is_reading: true, error: null },
  ])
  // It is read for who asks, its objects too.
  await expect.poll(async () => (await ask()).accounts[0]?.is_reading).toBe(false)
  pass(5 * 60_000)
  const { accounts, requests } = await ask()
  // Whose the client is, and nothing else.
  expect(requests).toBe(1)
  expect(accounts[0]?.objects).toMatchObject({ is_all: true, records: [{ oid: 'site' }, { oid: 'shop' }] })
  const [days] = accounts[0]!.days
  const of = (oid: string, ...minutes: number[]) => ({ oid, minutes, undated: 0, offset: 180 })
  expect(days).toMatchObject({ at: '2026-11-20T14:03:00.000Z', offset: 180 })
  const byObject = (day: ContactsOfDay) =>
    day.objects
      .map((object) => ({ ...object, minutes: object.minutes.toSorted((a, b) => a - b) }))
      .toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  expect(byObject(days!.today)).toEqual([of('shop', 615), of('site', 600, 630)])
  expect(days!.weeks.map((week) => week?.day)).toEqual(
    Array.from({ length: 8 }, (_, week) => dayText(TODAY - 7 * (week + 1))),
  )
  expect(days!.weeks.map((week) => week && byObject(week))).toEqual([
    [of('shop', 610)],
    ...Array.from({ length: 6 }, () => []),
    [of('site', 900)],
  ])
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
  const kept = async () => store.objects(`${principal} 1`)
  await get('/api/v2/clients/1/objs/?status=3')
  await get('/api/v2/clients/1/objs/')
  expect(await kept()).toBeNull()
  await get('/api/v2/clients/1/objs/?page=2')
  // A request for a list does not wait until it is kept.
  await expect.poll(kept).toMatchObject({ readAt: HARNESS_NOW, isAll: true })
  const objects = await kept()
  expect(objects?.objects).toMatchObject([
    { oid: 'a', title: 'A', sessions: 5 },
    { oid: 'b', is_tracking: false },
    { oid: 'c', expiration_date: '2026-12-01', tariff: { sessions: 100 } },
  ])
  expect(JSON.stringify(objects)).not.toContain('secret')
  // The second page of a list that began long ago is not of this one.
  pages[1] = []
  await get('/api/v2/clients/1/objs/')
  pass(5 * 60_000)
  await get('/api/v2/clients/1/objs/?page=2')
  expect((await kept())?.objects).toHaveLength(3)
})

test('a client that hides when its contacts came is judged by nothing that is kept', async () => {
  const { look, ask } = await open([contact(1, 'site', 0, 600)], { hidden_fields: ['date'] })
  await look()
  await expect.poll(async () => (await ask()).accounts[0]?.is_reading).toBe(false)
  expect((await ask()).accounts).toMatchObject([{ client: '1', days: [], error: null }])
})

test('what is kept of objects is forgotten with the account', async () => {
  const { store } = await openTestStore()
  await store.keepObjects('somebody 1', { readAt: 1, isAll: true, objects: [{ oid: 'a' }] })
  expect(await store.objects('somebody 1')).toMatchObject({ objects: [{ oid: 'a' }] })
  await store.forget('somebody', '1', false)
  expect(await store.objects('somebody 1')).toBeNull()
})
