import { expect, test } from 'vitest'
import { live } from '#/contract/live/live.ts'
import { dayNumber } from '#/contract/day.ts'
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
