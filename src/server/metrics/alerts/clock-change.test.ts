import { expect, test } from 'vitest'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { listedCall } from '#/contract/call.ts'
import { DAY_MINUTES, dayNumber, dayText } from '#/contract/day.ts'
import { clockOf, type AlertFacts } from './facts.ts'
import { replay } from './replay.ts'

/* In Berlin the clock goes back on October 25, 2026, at 03:00, from UTC+2 to UTC+1. */

const CHANGE = dayNumber('2026-10-25')
const TODAY = CHANGE + 10
const HOUR = 60
const contactsOf = (oid: string, first: number, offsetOn: (day: number) => string) =>
  Array.from({ length: TODAY - first + 1 }, (_, nth) => first + nth).map((day) =>
    listedCall.lenient.parse({
      id: day,
      obj_oid: oid,
      status: 2,
      date: `${dayText(day)}T10:00:00${offsetOn(day)}`,
    }),
  )
const data = createDataset()
append(data, [
  ...contactsOf('berlin', TODAY - 60, (day) => (day < CHANGE ? '+02:00' : '+01:00')),
  ...contactsOf('moscow', TODAY - 40, () => '+03:00'),
])
/** Two days failed: one of summer time, one of winter time. */
const FAILED = [CHANGE - 5, CHANGE + 5]
const facts: AlertFacts = {
  data,
  objects: null,
  days: new Map(
    Array.from({ length: 61 }, (_, ago) => TODAY - ago).map((day) => [
      day,
      { isComplete: true, isFailed: FAILED.includes(day), unreadable: 0, hasFormerCallers: false },
    ]),
  ),
  drift: new Map(),
  offset: HOUR,
  until: TODAY * DAY_MINUTES + 12 * HOUR,
  handled: new Map(),
  plans: [],
  chosen: null,
}

test('the last thirty days are judged by the clock of each day: the mail of the morning is one of nine o’clock', () => {
  const { incidents, days } = replay(facts, {
    kind: 'trouble',
    threshold: null,
    min_calls: null,
    readings: 1,
    at_most: 'daily',
    quiet: null,
  })
  expect(incidents.map(({ moment, offset }) => [moment, offset])).toEqual([
    [(CHANGE - 4) * DAY_MINUTES + 9 * HOUR - 2 * HOUR, 2 * HOUR],
    [(CHANGE + 6) * DAY_MINUTES + 9 * HOUR - HOUR, HOUR],
  ])
  expect(days.filter(({ fired }) => fired > 0).map(({ day }) => day)).toEqual(FAILED.map(dayText))
})

test.each([
  ['berlin', -1, 2],
  ['berlin', 1, 1],
  ['moscow', -1, 3],
  ['moscow', 1, 3],
  // An object without contacts has the account's clock.
  ['elsewhere', -1, 2],
  ['elsewhere', 1, 1],
  [null, -1, 2],
])('the clock of %s, %i days from the change, is %i hours east', (oid, days, hours) => {
  expect(clockOf(facts, oid, (CHANGE + days) * DAY_MINUTES + 12 * HOUR)).toBe(hours * HOUR)
})
