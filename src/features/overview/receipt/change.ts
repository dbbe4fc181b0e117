import { dayText, type DayRange } from '#/contract/day.ts'
import { countsDiffer, facedDay, sharesDiffer } from '#/analytics/compare.ts'
import { facingOf, type Question } from '#/analytics/worker/report.ts'
import {
  metricOf,
  REPORT_METRICS,
  type ReportMetric,
  type ReportMetricId,
} from '#/analytics/report-metrics.ts'
import { formatDays, formatPercentChange, formatPoints, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { SomeFigures } from './figure-words.ts'

export interface FigureChange {
  /** Of a count or a duration its share of what was before, of a share the difference; null: nothing was before. */
  readonly by: number | null
  readonly unit: ReportMetric['unit']
  /** `same`: not beyond chance; null: nothing tells chance here. */
  readonly verdict: 'better' | 'worse' | 'same' | null
}

/** How a figure has changed. Durations and money have no test: how much they scatter is not counted. */
export const changeOf = (metric: ReportMetricId, now: SomeFigures, before: SomeFigures): FigureChange => {
  const { part, whole, unit, better }: ReportMetric = REPORT_METRICS[metric]
  const [a, b] = [metricOf(metric, now), metricOf(metric, before)]
  const by = a === null || b === null ? null : unit === 'share' ? a - b : b === 0 ? null : a / b - 1
  if (a === null || b === null || unit === 'seconds' || unit === 'amount') return { by, unit, verdict: null }
  const differs =
    whole === null
      ? countsDiffer(a, b)
      : sharesDiffer(
          { part: now[part] ?? 0, whole: now[whole] ?? 0 },
          { part: before[part] ?? 0, whole: before[whole] ?? 0 },
        )
  const verdict = !differs ? 'same' : a > b === (better === 'more') ? 'better' : 'worse'
  return { by, unit, verdict }
}

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
