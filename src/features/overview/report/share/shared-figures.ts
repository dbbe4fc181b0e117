import { REPORT_FILTERS } from '#/contract/shared-reports/report-filters.ts'
import type { ReportPdfBody } from '#/contract/shared-reports/shared-reports.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'

/** The overview's state, for recounting on the server. */
export const sharedFigures = (
  { search, days, comparedDays, question }: Pick<Overview, 'search' | 'days' | 'comparedDays' | 'question'>,
  language: ReportPdfBody['language'],
): ReportPdfBody => ({
  object: search.object ?? null,
  days,
  compared_days: comparedDays,
  compared_months: question.comparedMonths ?? null,
  filters: question.filters.flatMap((filter): ReportPdfBody['filters'] => {
    if (filter.by === 'day') return [filter]
    const by = REPORT_FILTERS.find((one) => one === filter.by)
    return by === undefined ? [] : [{ by, values: [...filter.values] }]
  }),
  now: question.now,
  language,
  offset: -new Date().getTimezoneOffset(),
})
