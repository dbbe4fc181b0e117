import { dayText, type DayRange } from '#/contract/day.ts'
import { facedDay } from '#/analytics/compare.ts'
import type { FigureChange } from '#/analytics/figure-change.ts'
import { facingOf, type Question } from '#/analytics/figures/report.ts'
import { formatDays, formatPercentChange, formatPoints, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** `+6.2%`, `+1.9 pt`; null: nothing was before. */
export const figureChangeWords = ({ by, unit }: FigureChange): string | null =>
  by === null
    ? null
    : unit === 'share'
      ? m.overview_points({ points: formatPoints(by) })
      : formatPercentChange(by)

/** The days of the comparison; where the period is not over, only as far as it is. */
export const comparedDaysWords = (
  { from, to }: DayRange,
  question: Pick<Question, 'now' | 'days' | 'comparedDays' | 'comparedMonths'>,
): string => {
  const { now, days } = question
  const facing = facingOf(question)
  if (now === null || facing === null || now.day > days.last) return formatDays({ from, to })
  const last = dayText(facedDay(now.day, facing))
  if (last > to) return formatDays({ from, to })
  return m.overview_until({ days: formatDays({ from, to: last }), time: timeOf(now.minute) })
}
