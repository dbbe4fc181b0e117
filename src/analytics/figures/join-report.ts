import type { Facing } from '#/analytics/compare.ts'
import type { FirstReport, Question, Report, ReportRest } from './report.ts'

/* Helpers of pages for reports, without the code that counts. */

export const joinReport = (first: FirstReport, rest: ReportRest): Report => ({
  ...first,
  ...rest,
  tables: { ...first.tables, ...rest.tables },
})

/** How days match those of the comparison; null: no comparison. */
export const facingOf = ({
  days,
  comparedDays,
  comparedMonths = null,
}: Pick<Question, 'days' | 'comparedDays' | 'comparedMonths'>): Facing | null =>
  comparedDays && { first: days.first, comparedFirst: comparedDays.first, months: comparedMonths }
