import { expect, test } from 'vitest'
import { DAY_MS, dayNumber, HOUR_MS } from '#/contract/day.ts'
import { openTestStore, readDay, type TestContact } from '#/server/archive/archive-testing.ts'
import { objectMinutes } from './object-minutes.ts'

const TODAY = dayNumber('2026-11-20')
const NOW = TODAY * DAY_MS + 14 * HOUR_MS

test('counts minutes of the same weekday of eight weeks by object', async () => {
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
  expect(days).toMatchObject({
    day: '2026-11-20',
    clocks: new Map([
      ['site', 180],
      ['shop', 180],
    ]),
  })
  // Six Fridays were not read.
  expect(days!.weeks).toEqual([
    new Map([['shop', [720]]]),
    ...Array.from({ length: 6 }, () => null),
    new Map([['site', [720]]]),
  ])
})

test('one odd newest record decides no object’s day', async () => {
  const { store } = await openTestStore()
  const at = (id: number, date: string) => ({ id, obj_oid: 'site', date, status: 1 })
  const usual = Array.from({ length: 20 }, (_, nth) => at(nth + 1, `2026-11-20T12:${nth + 10}:00+03:00`))
  const days = [
    { ...readDay(TODAY, [], NOW), records: usual },
    { ...readDay(TODAY + 1, [], NOW), records: [at(99, '2026-11-21T03:59:00+14:00')] },
  ]
  await store.replaceDays('somebody', days)
  await store.settle(
    'somebody',
    { first: TODAY, last: TODAY + 1 },
    { state: 'complete', gaps: [], readAt: NOW, triedAt: NOW },
  )
  const [first, ...others] = await objectMinutes(store, { account: 'somebody', now: NOW })
  expect(first).toMatchObject({ day: '2026-11-20', clocks: new Map([['site', 180]]) })
  expect(others).toEqual([])
})
