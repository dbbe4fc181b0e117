import { mayMiss } from '#/analytics/days.ts'
import { dayNumber } from '#/contract/day.ts'
import { metricOf, REPORT_METRICS } from '#/analytics/report-metrics.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { figureText } from '#/domain/figures/figure-labels.ts'
import type { TrendMetric } from '#/features/overview/search.ts'
import { formatNumber, formatPercent, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { marked, roundTicks } from '#/ui/chart/plot.ts'
import { bucketsIn, isOneYear, unknownStretches, type TrendBucket } from './rows.ts'
import { axisLabel } from './labels.ts'

/**
 * Points and axes for screen and export.
 * @param room labels that fit side by side
 */
export const plotOf = (
  buckets: readonly TrendBucket[],
  metric: TrendMetric,
  room: number,
  { question, days, today }: Pick<Overview, 'question' | 'days' | 'today'>,
) => {
  const points = buckets.map(({ counts, compared, isPartial }) => ({
    value: counts && metricOf(metric, counts),
    compared: compared && metricOf(metric, compared.counts),
    partial: isPartial,
  }))
  const isShare = REPORT_METRICS[metric].unit === 'share'
  const greatest = Math.max(0, ...points.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0]))
  return {
    points,
    ticks: roundTicks(greatest, { smallest: isShare ? 0 : 1 }).map((value) => ({
      value,
      words: isShare ? formatPercent(value).replace(/[.,]0/, '') : formatNumber(value),
    })),
    places: marked(points.length, room).map(({ index, isNamed }) => ({
      index,
      words: isNamed ? axisLabel(buckets[index]!.days, question.bucket, isOneYear(days), today) : '',
    })),
  }
}

/** Index of the unfinished bucket once loaded: its value may still grow a lot. */
export const unfinishedIn = (
  buckets: readonly TrendBucket[],
  { unread }: Pick<Overview, 'unread'>,
): number | null => {
  const index = buckets.findIndex(({ isUnfinished }) => isUnfinished)
  const days = buckets[index]?.days
  return days === undefined ||
    mayMiss(unread.current, { first: dayNumber(days.from), last: dayNumber(days.to) })
    ? null
    : index
}

/**
 * The trend for export.
 * @param room labels that fit side by side
 */
export const trendPlot = (overview: Overview, metric: TrendMetric, room: number) => {
  const { report, question, unread } = overview
  const buckets = report === undefined ? [] : bucketsIn(report, question, unread)
  const index = unfinishedIn(buckets, overview)
  const counts = index === null ? null : (buckets[index]?.counts ?? null)
  return {
    ...plotOf(buckets, metric, room, overview),
    blanks: unknownStretches(buckets).filter(({ why }) => why === 'unread'),
    unfinished:
      index !== null && counts !== null && question.now !== null
        ? {
            index,
            words: m.trend_until({
              value: figureText(metric, counts) ?? '–',
              time: timeOf(question.now.minute),
            }),
          }
        : undefined,
  }
}
