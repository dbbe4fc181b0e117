import { expect, test } from 'vitest'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { listedCall } from '#/contract/call.ts'
import { contactText } from '#/contract/annotations/contact-text.ts'
import { DAY_MINUTES, dayNumber } from '#/contract/day.ts'
import { waitingCallers } from './of-callers.ts'

const DAY = dayNumber('2026-11-20')
const at = (hour: number, minute = 0) => DAY * DAY_MINUTES + hour * 60 + minute

test.each([
  ['is marked', at(10, 20), at(11), []],
  ['is marked and calls again', at(10, 20), at(16), [{ of: 1, value: 60 }]],
  ['is marked at the former call only', at(15, 10), at(16), [{ of: 2, value: 360 }]],
])('who %s', (_, markedAt, moment, expected) => {
  const data = createDataset()
  const missed = ['10:00', '15:00'].map((time, nth) =>
    listedCall.lenient.parse({
      id: nth + 1,
      obj_oid: 'a',
      date: `2026-11-20T${time}:00+00:00`,
      caller: '+79001234567',
      status: 1,
    }),
  )
  append(data, missed)
  const facts = {
    data,
    objects: null,
    days: new Map(),
    drift: new Map(),
    offset: 0,
    until: moment,
    handled: new Map([[contactText({ oid: 'a', id: 1 }), markedAt]]),
    plans: [],
    chosen: null,
  }
  expect(waitingCallers(facts, { threshold: 30, min_calls: null })(moment)).toMatchObject(expected)
})
