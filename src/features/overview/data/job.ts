import type { Scope } from '#/api/client.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import { daysIn, type DayRange } from '#/contract/day.ts'
import { REPORT_FILTERS, type ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import { monthsBetween } from '#/analytics/compare.ts'
import { DEFAULT_PERIOD } from '#/domain/period/period-choice.ts'
import { comparedWith, comparisonFor, type ComparisonChoice } from '#/domain/period/comparison.ts'
import { presetRange, toDays } from '#/analytics/period.ts'
import { narrowedTo, type Filter, type Question, type PageQuestion } from '#/contract/figures/questions.ts'
import type { ChangeDimension, ChangeMetric } from '#/contract/figures/changes.ts'
import type { Preferences } from '#/contract/preferences.ts'
import {
  readDays,
  readHours,
  readValue,
  type BucketName,
  type OverviewSearch,
} from '#/features/overview/search.ts'

const daysOf = (search: OverviewSearch, today: string): DayRange =>
  search.date_from !== undefined && search.date_to !== undefined
    ? { from: search.date_from, to: search.date_to }
    : presetRange(search.period ?? DEFAULT_PERIOD, today)

export const jobOf = (scope: Scope, search: OverviewSearch, today: string) => {
  const days = daysOf(search, today)
  const comparedDays = comparedWith(days, search, today)
  const job: FiguresJob = {
    scope,
    oid: search.object ?? null,
    days: toDays(days),
    comparedDays: comparedDays && toDays(comparedDays),
  }
  return { days, comparedDays, job }
}

/** Months between calendar periods; null: days are compared in order. */
const comparedMonths = (days: DayRange, search: ComparisonChoice, today: string): number | null => {
  const compare = comparisonFor(search, days, today)
  return compare === 'none' || compare === 'days' || search.match_weekdays !== undefined
    ? null
    : monthsBetween(days, compare)
}

const DAILY_UP_TO = 62
const WEEKLY_UP_TO = 400

export const bucketOf = (search: OverviewSearch, days: DayRange): BucketName => {
  if (search.bucket !== undefined) return search.bucket
  const count = daysIn(days)
  return count <= DAILY_UP_TO ? 'day' : count <= WEEKLY_UP_TO ? 'week' : 'month'
}

const valuesOf = (by: ReportFilter, written: string): readonly (string | null)[] => {
  const value = readValue(written)
  return by === 'hour' && value !== null ? readHours(value).map(String) : [value]
}

export const filtersOf = (search: OverviewSearch): Filter[] => {
  const days = readDays(search.days)
  return [
    ...REPORT_FILTERS.flatMap((by): Filter[] => {
      const written = search[by]
      return written === undefined ? [] : [{ by, values: valuesOf(by, written) }]
    }),
    ...(days ? [{ by: 'day', ...toDays(days) } as const] : []),
  ]
}

export const questionOf = (
  search: OverviewSearch,
  days: DayRange,
  comparedDays: DayRange | null,
  today: string,
  { won_statuses: won = [], count_as: countAs = [] }: Preferences,
): PageQuestion<'report'> => ({
  filters: filtersOf(search),
  days: toDays(days),
  comparedDays: comparedDays && toDays(comparedDays),
  comparedMonths: comparedMonths(days, search, today),
  bucket: bucketOf(search, days),
  won,
  countAs,
})

/** Null: no comparison. */
export const changesQuestion = (
  { question }: { readonly question: Omit<Question, 'workingHours'> },
  metric: ChangeMetric,
  by: ChangeDimension | null,
  filters: readonly Filter[] = [],
): PageQuestion<'changes'> | null => {
  const { days, comparedDays, comparedMonths = null, won } = question
  return comparedDays === null
    ? null
    : { metric, by, filters: narrowedTo(question.filters, filters), days, comparedDays, comparedMonths, won }
}
