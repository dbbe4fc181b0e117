import { metricOf, REPORT_METRICS } from '#/analytics/report-metrics.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { figureText } from '#/features/overview/receipt/figure-words.ts'
import type { TrendMetric } from '#/features/overview/search.ts'
import { bucketsIn, isOneYear } from '#/features/overview/trend/buckets.ts'
import { axisWords, minuteWords } from '#/features/overview/trend/words.ts'
import { formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { labelled, roundTicks } from '#/ui/chart/plot.ts'
import type { LineDrawingProps } from './line-drawing.tsx'

/**
 * The trend as a drawing has it.
 * @param room labels that fit beside each other below it
 */
export const trendPlot = (
  { report, question, known, days, today }: Overview,
  metric: TrendMetric,
  room: number,
): Pick<LineDrawingProps, 'points' | 'ticks' | 'places' | 'unfinished'> => {
  const buckets = report === undefined ? [] : bucketsIn(report, question, known)
  const points = buckets.map(({ counts, compared, isPartial }) => ({
    value: counts && metricOf(metric, counts),
    compared: compared && metricOf(metric, compared.counts),
    partial: isPartial,
  }))
  const isShare = REPORT_METRICS[metric].unit === 'share'
  const greatest = Math.max(0, ...points.flatMap(({ value, compared }) => [value ?? 0, compared ?? 0]))
  const index = known.current === Infinity ? buckets.findIndex(({ isUnfinished }) => isUnfinished) : -1
  const counts = buckets[index]?.counts ?? null
  return {
    points,
    ticks: roundTicks(greatest, { smallest: isShare ? 0 : 1 }).map((value) => ({
      value,
      words: isShare ? formatPercent(value).replace(/[.,]0/, '') : formatNumber(value),
    })),
    places: labelled(points.length, room).map((place) => ({
      index: place,
      words: axisWords(buckets[place]!.days, question.bucket, isOneYear(days), today),
    })),
    unfinished:
      counts !== null && question.now !== null
        ? {
            index,
            words: m.trend_until({
              value: figureText(metric, counts) ?? '–',
              time: minuteWords(question.now.minute),
            }),
          }
        : undefined,
  }
}
