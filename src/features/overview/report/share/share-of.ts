import { REPORT_FILTERS } from '#/contract/report-filters.ts'
import type { ShareBody } from '#/contract/snapshots/snapshots.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'

/** What the overview shows, as the server counts it once more. */
export const shareOf = (
  { search, days, comparedDays, question }: Pick<Overview, 'search' | 'days' | 'comparedDays' | 'question'>,
  { language, expires, with_notes }: Pick<ShareBody, 'language' | 'expires' | 'with_notes'>,
): ShareBody => ({
  object: search.object ?? null,
  days,
  compared_days: comparedDays,
  compared_months: question.comparedMonths ?? null,
  filters: question.filters.flatMap((filter): ShareBody['filters'] => {
    if (filter.by === 'day') return [filter]
    const by = REPORT_FILTERS.find((one) => one === filter.by)
    return by === undefined ? [] : [{ by, values: [...filter.values] }]
  }),
  now: question.now,
  with_notes,
  language,
  offset: -new Date().getTimezoneOffset(),
  expires,
})
