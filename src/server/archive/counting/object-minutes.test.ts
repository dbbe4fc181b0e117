import { expect, test } from 'vitest'
import type { ContactsOfDay } from '#/server/archive/counting/object-minutes.ts'
import { DAY_MS, dayNumber, dayText, HOUR_MS } from '#/contract/day.ts'
import { openTestStore, readDay, type TestContact } from '#/server/archive/archive-testing.ts'
import { objectMinutes } from './object-minutes.ts'

const TODAY = dayNumber('2026-11-20')
const NOW = TODAY * DAY_MS + 14 * HOUR_MS

test('counts minutes of today and of the same weekday of eight weeks by object', async () => {
  const { store } = await openTestStore()
  const held = async (ago: number, contacts: readonly TestContact[]) => {
    const day = TODAY - ago
    await store.replaceDays('somebody', [readDay(day, contacts, NOW)])
    await store.settle(
      'somebody',
      { first: day, last: day },
      { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW },
    )
  }
  const contact = (id: number, oid: string): TestContact => ({ id, oid, note: 'x' })
  await held(0, [contact(1, 'site'), contact(2, 'shop'), contact(3, 'site')])
  await held(7, [contact(5, 'shop')])
  await held(56, [contact(6, 'site')])
  await held(63, [contact(7, 'site')])

  const [days] = await objectMinutes(store, { account: 'somebody', now: NOW })
  const of = (oid: string, ...minutes: number[]) => ({ oid, minutes, undated: 0, offset: 180 })
  const byObject = (day: ContactsOfDay) =>
    day.objects
      .map((object) => ({ ...object, minutes: object.minutes.toSorted((a, b) => a - b) }))
      .toSorted((a, b) => (a.oid < b.oid ? -1 : 1))
  expect(byObject(days!.today)).toEqual([of('shop', 720), of('site', 720, 720)])
  // Six Fridays were not read.
  expect(days!.weeks.map((week) => week && [week.day, byObject(week)])).toEqual([
    [dayText(TODAY - 7), [of('shop', 720)]],
    ...Array.from({ length: 6 }, () => null),
    [dayText(TODAY - 56), [of('site', 720)]],
  ])
})
