import { expect, test } from 'vitest'
import { readDaysOf } from '#/server/archive/figures/figures-testing.ts'
import { alertPreview, type AlertRule } from '#/contract/alerts/alerts.ts'
import { dayNumber } from '#/contract/day.ts'
import { PRIVACY_MODE_COOKIE } from '#/i18n/privacy-mode.ts'
import { openTestStore } from '#/server/archive/archive-testing.ts'
import { pageOfContacts, type ServiceContact } from '#/server/archive/fake-service-testing.ts'
import { createHarness, json, signedInUser } from '#/server/testing.ts'
import { TEST_RULE } from './watched-testing.ts'

const TODAY = dayNumber('2026-11-20')
const NINE_WEEKS = { from: '2026-09-10', to: '2026-11-20' }

/**
 * A client of two objects with thirty calls a day each; three days ago the first ten calls of one were missed, and the first
 * caller called again and was answered.
 */
const watched = async (hidden: readonly string[] | null = null) => {
  const { store } = await openTestStore()
  const { handlers, send, enter } = await createHarness({}, { archive: store })
  const contact = (oid: string, ago: number, nth: number): ServiceContact => ({
    id: ago * 100 + nth,
    oid,
    day: TODAY - ago,
    minute: 600 + nth,
    note: 'x',
    status: oid === 'north' && ago === 3 && nth < 10 ? 7 : 2,
    phone: `7495${oid === 'north' ? 1 : 2}${String(ago * 100 + nth).padStart(6, '0')}`,
  })
  const contacts = Array.from({ length: 60 }, (_, ago) =>
    ['north', 'south'].flatMap((oid) => Array.from({ length: 30 }, (__, nth) => contact(oid, ago, nth))),
  ).flat()
  contacts.push({ ...contact('north', 3, 50), phone: contact('north', 3, 0).phone! })
  handlers['POST /v2/users/sign_in'] = () => json(signedInUser({ is_agency_manager: true }))
  const clients = [{ id: 1, email: 'one@example.com', hidden_fields: hidden }]
  handlers['GET /v2/agency'] = () => json([{ agency: { name: 'A', clients } }])
  handlers['GET /v2/clients/1/calls'] = (request) =>
    json(pageOfContacts(contacts, new URL(request.url).searchParams, 100))
  const cookie = await enter()
  await readDaysOf(send, cookie, NINE_WEEKS, '1')
  return {
    previewed: async (rule: Partial<AlertRule>, about = 'Hotel Ladoga', cookies = cookie) => {
      const response = await send('/api/clients/1/alerts/preview', {
        method: 'POST',
        cookie: cookies,
        body: JSON.stringify({ rule: { ...TEST_RULE, clients: ['1'], threshold: 10, ...rule }, about }),
      })
      expect(response.status).toBe(200)
      return alertPreview.parse(await response.json())
    },
    shown: `${cookie}; ${PRIVACY_MODE_COOKIE}=visit`,
  }
}

test('the mail on a missed rate leads to the missed calls of one object and to who waits of them', async () => {
  const { previewed } = await watched()
  const { mail, last } = await previewed({ objects: ['north'] })
  expect(mail?.subject).toBe('Hotel Ladoga, Object north missed 32% of yesterday’s calls')
  expect(mail?.missed_day).toMatchObject({
    waiting: { text: '9 of these people have not been reached since.', button: 'Call back 9 people' },
    journal: { link: 'Open these 10 contacts' },
    paths: {
      callBack: '/call-back?day=2026-11-17&object=north',
      journal:
        '/objects/north/calls?period=custom&date_from=2026-11-17&date_to=2026-11-17&status_filter=missed',
    },
  })
  expect(last?.missed_day?.waiting).toBe(9)
})

test('of several objects, to which no page can be narrowed, its links say no number that the page would not show', async () => {
  const { previewed } = await watched()
  const both = (await previewed({ objects: ['north', 'south'] })).mail!
  expect(both.missed_day).toMatchObject({
    sum: { calls: '61', missed: '10', rate: '16%' },
    waiting: {
      text: '9 of these people have not been reached since. Missed callers shows those of all objects.',
      button: 'Open Missed callers',
    },
    journal: { link: 'Open the missed calls of all objects on this day' },
    paths: { callBack: '/call-back?day=2026-11-17' },
  })
  // Selecting all objects equals no selection.
  expect((await previewed({ objects: null })).mail?.missed_day).toMatchObject({
    waiting: { button: 'Call back 9 people' },
    journal: { link: 'Open these 10 contacts' },
  })
})

test('whoever may not see who calls is told the rate and its hours, and nothing of who waits', async () => {
  const { previewed } = await watched(['phone_number_from'])
  const { mail, last } = await previewed({ objects: ['north'] })
  expect(mail?.missed_day).toMatchObject({ waiting: null, sum: { missed: '10' } })
  expect(last?.missed_day?.waiting).toBeNull()
})

test('a screen that others look at shows the day by hours as it is, without a number that a name has in it', async () => {
  const { previewed, shown } = await watched()
  const about = 'Hotel Ladoga +7 495 123-45-67, boss@ladoga.example'
  const [open, masked] = [await previewed({}, about), await previewed({}, about, shown)]
  expect(open.mail?.missed_day?.place).toBe(about)
  expect(JSON.stringify(masked)).not.toMatch(/123-45-67|boss@ladoga/)
  const { rows, sum, waiting } = open.mail!.missed_day!
  expect(masked.mail?.missed_day).toMatchObject({ rows, sum, waiting })
  expect(masked.days).toEqual(open.days)
})
