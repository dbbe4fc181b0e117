import type { Facing } from '#/analytics/compare.ts'
import type { FirstReport, Question, Report, ReportRest } from './report.ts'

/* What pages do with a report, apart from what counts it on the server. */

/** The report of its two answers. */
export const wholeReport = (first: FirstReport, rest: ReportRest): Report => ({
  ...first,
  ...rest,
  tables: { ...first.tables, ...rest.tables },
})

/** How the days of a question face those it compares them with; null: it compares nothing. */
export const facingOf = ({
  days,
  comparedDays,
  comparedMonths = null,
}: Pick<Question, 'days' | 'comparedDays' | 'comparedMonths'>): Facing | null =>
  comparedDays && { first: days.first, comparedFirst: comparedDays.first, months: comparedMonths }
