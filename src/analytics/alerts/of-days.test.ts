import { expect, test } from 'vitest'
import { createDataset } from '#/analytics/columns/dataset.ts'
import { DAY_MINUTES } from '#/contract/alerts/alert-kinds.ts'
import type { AlertFacts } from './facts.ts'
import { troubleOfReading } from './of-days.ts'

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
