import { dayText, type DayRange } from '#/contract/day.ts'
import { facedDay, facingOf } from '#/analytics/compare.ts'
import type { Question } from '#/contract/figures/questions.ts'
import { formatDays, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Why there is no change to show. @param before the former value */
export const noChangeLabel = (before: number | null): string =>
  before === null || before === 0 ? m.overview_nothing_before() : m.overview_unlike_lengths()

/** Days of the comparison, as far as the period has come. */
export const comparedDaysLabel = (
  { from, to }: DayRange,
  question: Pick<Question, 'now' | 'days' | 'comparedDays' | 'comparedMonths'>,
): string => {
  const { now, days } = question
  const facing = facingOf(question)
  if (now === null || facing === null || now.day > days.last) return formatDays({ from, to })
  const last = dayText(facedDay(now.day, facing))
  // Before the first day by most clocks: the day has begun elsewhere only.
  if (last > to || last < from) return formatDays({ from, to })
  return m.overview_until({ days: formatDays({ from, to: last }), time: timeOf(now.minute) })
}
