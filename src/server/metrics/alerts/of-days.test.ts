import { expect, test } from 'vitest'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { listedCall } from '#/contract/call.ts'
import { DAY_MINUTES, dayText } from '#/contract/day.ts'
import type { AlertFacts } from './facts.ts'
import { belowUsual, troubleOfReading } from './of-days.ts'

const DAY = 20_000
const facts = (drift: ReadonlyMap<number, number>): AlertFacts => ({
  data: createDataset(),
  objects: null,
  days: new Map(),
  drift,
  offset: 0,
  until: 0,
  handled: new Map(),
  plans: [],
  chosen: null,
})

test.each([
  ['nothing was looked at', new Map<number, number>(), 'unknown', 0],
  ['all answers were as documented', new Map([[DAY, 0]]), 'well', 0],
  ['answers differed in two places', new Map([[DAY, 2]]), 'bad', 2],
  ['they differed on the day before', new Map([[DAY - 1, 2]]), 'unknown', 0],
])('drift of the day before, where %s', (_, drift, is, value) => {
  const readings = troubleOfReading(facts(drift))((DAY + 1) * DAY_MINUTES + 60)
  expect(readings?.find(({ subject }) => subject === 'drift')).toMatchObject({ is, value })
})

test.each([
  ['are alike', Array.from({ length: NORM_WEEKS }, () => 40), 'bad'],
  ['come in waves', Array.from({ length: NORM_WEEKS }, (_, week) => (week % 2 === 0 ? 15 : 65)), 'well'],
])('contacts half of the usual are below it where the weeks before %s: %s', (_, weeks, is) => {
  const data = createDataset()
  // The day before, and the same weekday of the weeks before: 40 on average.
  append(
    data,
    [20, ...weeks].flatMap((count, week) =>
      Array.from({ length: count }, (__, nth) =>
        listedCall.lenient.parse({
          id: week * 100 + nth,
          obj_oid: 'a',
          date: `${dayText(DAY - 7 * week)}T12:00:00+00:00`,
          status: 2,
        }),
      ),
    ),
  )
  const days = new Map(
    Array.from({ length: 7 * NORM_WEEKS + 1 }, (__, back) => [
      DAY - back,
      { isComplete: true, isFailed: false, unreadable: 0, hasFormerCallers: false },
    ]),
  )
  const look = belowUsual({ ...facts(new Map()), data, days }, { threshold: 20, min_calls: null })
  expect(look((DAY + 1) * DAY_MINUTES + 60)).toMatchObject([{ is, value: 20, usual: 40 }])
})
