import type { Bucket } from '#/analytics/period.ts'
import { daysIn, type DayRange } from '#/contract/day.ts'

/** Rows of a table that are still read, on paper too. */
const ROWS = 31
const WEEK = 7

/** The parts of a period that a page has a row for. */
export const bucketForPage = (days: DayRange): Bucket => {
  const count = daysIn(days)
  return count <= ROWS ? 'day' : count <= ROWS * WEEK ? 'week' : 'month'
}
