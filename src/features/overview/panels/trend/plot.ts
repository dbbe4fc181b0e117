import { metricOf, REPORT_METRICS } from '#/analytics/report-metrics.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import type { TrendMetric } from '#/features/overview/search.ts'
import { formatNumber, formatPercent } from '#/i18n/format.ts'
import { labelled, roundTicks } from '#/ui/chart/plot.ts'
import { isOneYear, type TrendBucket } from './buckets.ts'
import { axisWords } from './words.ts'

/**
 * The trend's points and axes, for the screen and for what leaves it.
 * @param room labels that fit beside each other below it
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
    places: labelled(points.length, room).map((index) => ({
      index,
      words: axisWords(buckets[index]!.days, question.bucket, isOneYear(days), today),
    })),
  }
}
