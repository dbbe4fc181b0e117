import type { RolledUpAccount, RolledUpCounts } from '#/contract/archive/client-comparison.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { daysBetween, type DayRange } from '#/contract/day.ts'
import type { Comparison } from '#/analytics/compare.ts'
import {
  inDays,
  stepsOf,
  type CountAnswer,
  type CountAnswers,
  type CountRequest,
} from './client-comparison.ts'

/** What the service would say of these filters; null: the client hides what it takes. */
const countOf = (counts: RolledUpCounts, filters: CallFilters): number | null => {
  const { status_filter, repeated_filter, target_filter } = filters
  if (status_filter !== undefined)
    return counts.statuses === null ? null : (counts.statuses[status_filter] ?? 0)
  if (repeated_filter !== undefined) return counts.first_time
  return target_filter === undefined ? counts.contacts : counts.target
}

const isOf = ({ filters }: CountRequest, { from, to }: DayRange) =>
  filters.date_from === from && filters.date_to === to

/**
 * What our server has counted of one client, as the answers to the requests that it saves. Requests of other days are not
 * among them.
 * @param days what was asked for, with its comparison
 */
export const keptAnswers = (
  { as_of, counts, compared, by_day }: RolledUpAccount,
  requests: readonly CountRequest[],
  days: DayRange,
  comparison: Comparison | null,
): CountAnswers => {
  const answers = new Map<string, CountAnswer>()
  if (as_of === null || counts === null) return answers
  const at = Date.parse(as_of)
  for (const request of requests) {
    const held = isOf(request, days)
      ? counts
      : comparison && isOf(request, comparison.current)
        ? compared?.current
        : comparison && isOf(request, comparison.previous)
          ? compared?.previous
          : undefined
    if (held) answers.set(request.key, { count: countOf(held, request.filters), at })
  }
  if (by_day)
    for (const step of stepsOf(days)) {
      const some = by_day.slice(daysBetween(days.from, step.from), daysBetween(days.from, step.to) + 1)
      answers.set(inDays({}, step).key, { count: some.reduce((sum, one) => sum + one, 0), at })
    }
  return answers
}
