import { expect, test } from 'vitest'
import { live } from '#/contract/live/live.ts'
import { dayNumber, MINUTE_MS } from '#/contract/day.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { cookieOf, createHarness, json } from '#/server/testing.ts'

const TODAY = dayNumber('2026-11-20')

test('the wall shows what has come of today, and that it is not all, when a page fails', async () => {
  const contacts: ServiceContact[] = Array.from({ length: 8 }, (_, id) => ({
    id,
    oid: 'site',
    day: TODAY,
    minute: 60 + id,
    note: 'x',
  }))
  const { store } = await openTestStore()
  const { handlers, signIn, send } = await createHarness({}, { archive: store })
  handlers['GET /v2/calls'] = (request) => {
    const query = new URL(request.url).searchParams
    return query.get('page') === '2' ? json({}, 500) : json(pageOfContacts(contacts, query))
  }
  handlers['GET /v2/objs'] = () => json({ objs: [], meta: {} })
  const cookie = cookieOf(await signIn())
  const answer = live.parse(await (await send('/api/live', { cookie })).json())
  expect(answer).toMatchObject({ day: '2026-11-20', is_today_read: false, is_all: false })
  expect(answer.newest.length).toBeGreaterThan(0)
  expect(answer.newest.length).toBeLessThan(contacts.length)
})

test('what is usual is shown once an object’s own day is read whole, also where it is the day before', async () => {
  const visits = (oid: string, day: number, first: number, zone: string): ServiceContact[] =>
    Array.from({ length: 6 }, (_, nth) => ({
      id: day * 100 + first + nth,
      oid,
      day,
      minute: nth,
      note: 'x',
      zone,
    }))
  // At 22:00 UTC: the next day in Moscow, still today in Honolulu.
  const contacts = [
    ...visits('moscow', TODAY + 1, 0, '+03:00').slice(0, 2),
    ...visits('kazan', TODAY + 1, 20, '+03:00').slice(0, 1),
    ...Array.from({ length: 9 }, (_, week) => visits('honolulu', TODAY - 7 * week, 10, '-10:00')).flat(),
  ]
  const { store } = await openTestStore()
  const { handlers, enter, send, pass, options } = await createHarness({}, { archive: store })
  pass(Date.parse('2026-11-20T22:00:00Z') - options.now())
  let isBroken = true
  handlers['GET /v2/calls'] = (request) => {
    const query = new URL(request.url).searchParams
    return isBroken && query.get('page') === '3' ? json({}, 500) : json(pageOfContacts(contacts, query))
  }
  handlers['GET /v2/objs'] = () => json({ objs: [], meta: {} })
  const cookie = await enter()
  const shown = async () => live.parse(await (await send('/api/live', { cookie })).json())
  expect(await shown()).toMatchObject({ day: '2026-11-21', is_all: false })
  isBroken = false
  pass(11 * MINUTE_MS)
  const { objects } = await shown()
  expect(objects.find(({ oid }) => oid === 'honolulu')?.usual).toBe(6)
})
