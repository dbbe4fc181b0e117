import { expect, test } from 'vitest'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { listedCall } from '#/contract/call.ts'
import { DAY_MINUTES, dayNumber } from '#/contract/day.ts'
import { countMissedDay } from './missed-day.ts'

const TODAY = dayNumber('2026-11-20')
/** Codes of the API document, 3.2. */
const [MISSED, ANSWERED, FORM] = [1, 2, 8]

const waiting = (
  contacts: readonly (readonly [oid: string, time: string, status: number])[],
  chosen?: string,
) => {
  const data = createDataset()
  append(
    data,
    contacts.map(([obj_oid, time, status], nth) =>
      listedCall.lenient.parse({
        id: nth + 1,
        obj_oid,
        date: `2026-11-19T${time}:00+00:00`,
        caller: '+79001234567',
        status,
      }),
    ),
  )
  const facts = {
    data,
    objects: null,
    days: new Map(),
    drift: new Map(),
    offset: 0,
    until: TODAY * DAY_MINUTES,
    handled: new Map(),
    plans: [],
    chosen: chosen === undefined ? null : new Set([chosen]),
  }
  return countMissedDay(facts, TODAY * DAY_MINUTES + 9 * 60).waiting
}

test('a form does not end waiting', () => {
  expect(
    waiting([
      ['a', '10:00', MISSED],
      ['a', '11:00', FORM],
    ]),
  ).toBe(1)
  expect(
    waiting([
      ['a', '10:00', MISSED],
      ['a', '11:00', ANSWERED],
    ]),
  ).toBe(0)
})

test('of one object, who was reached at another one does not wait', () => {
  expect(
    waiting(
      [
        ['a', '10:00', MISSED],
        ['b', '10:05', ANSWERED],
      ],
      'a',
    ),
  ).toBe(0)
  expect(
    waiting(
      [
        ['a', '10:00', MISSED],
        ['b', '10:05', MISSED],
      ],
      'a',
    ),
  ).toBe(1)
})
