import { addDays, dayNumber, daysIn, type DayRange } from '#/contract/day.ts'
import { previousPeriod } from '#/analytics/compare.ts'
import { presetRange } from '#/analytics/period.ts'
import type { Days, Filter } from '#/analytics/columns/select.ts'
import type { Question } from '#/analytics/worker/report.ts'
import type { CountAsRule } from '#/contract/preferences.ts'
import {
  CROSS_FILTERS,
  DEFAULT_COMPARISON,
  DEFAULT_OVERVIEW_PERIOD,
  readDays,
  readValue,
  type BucketName,
  type ComparedWith,
  type OverviewSearch,
} from '#/features/overview/search.ts'

/** The days an address means. */
export const daysOf = (search: OverviewSearch, today: string): DayRange =>
  search.date_from !== undefined && search.date_to !== undefined
    ? { from: search.date_from, to: search.date_to }
    : presetRange(search.period ?? DEFAULT_OVERVIEW_PERIOD, today)

/** The same days a year before: whole weeks, so that weekdays face each other. */
const yearBefore = ({ from, to }: DayRange): DayRange => ({
  from: addDays(from, -364),
  to: addDays(to, -364),
})

/** What they are compared with; null: nothing. */
export const comparedDaysOf = (days: DayRange, compare: ComparedWith = DEFAULT_COMPARISON): DayRange | null =>
  compare === 'none' ? null : compare === 'year' ? yearBefore(days) : previousPeriod(days)

/** Days of a trend's buckets that can still be told apart. */
const DAILY_UP_TO = 62
const WEEKLY_UP_TO = 400

/** The bucket that suits so many days, unless the user chose one. */
export const bucketOf = (search: OverviewSearch, days: DayRange): BucketName => {
  if (search.bucket !== undefined) return search.bucket
  const count = daysIn(days)
  return count <= DAILY_UP_TO ? 'day' : count <= WEEKLY_UP_TO ? 'week' : 'month'
}

export const toDays = ({ from, to }: DayRange): Days => ({ first: dayNumber(from), last: dayNumber(to) })

/** What the address narrows the report by. */
export const filtersOf = (search: OverviewSearch): Filter[] => {
  const days = readDays(search.days)
  return [
    ...CROSS_FILTERS.flatMap((by): Filter[] => {
      const written = search[by]
      return written === undefined ? [] : [{ by, values: [readValue(written)] }]
    }),
    ...(days ? [{ by: 'day', ...toDays(days) } as const] : []),
  ]
}

/** The question an address asks of what is loaded. */
export const questionOf = (
  search: OverviewSearch,
  days: DayRange,
  comparedDays: DayRange | null,
  now: Question['now'],
  won: readonly string[],
  countAs: readonly CountAsRule[],
): Question => ({
  filters: filtersOf(search),
  days: toDays(days),
  comparedDays: comparedDays && toDays(comparedDays),
  bucket: bucketOf(search, days),
  won,
  countAs,
  now: now !== null && now.day <= dayNumber(days.to) ? now : null,
})
