import { timeOf } from '#/i18n/format.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { figureText } from '#/features/overview/receipt/figure-words.ts'
import type { TrendMetric } from '#/features/overview/search.ts'
import { bucketsIn } from '#/features/overview/panels/trend/buckets.ts'
import { plotOf } from '#/features/overview/panels/trend/plot.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { LineDrawingProps } from './line-drawing.tsx'

/**
 * The trend as a drawing has it.
 * @param room labels that fit beside each other below it
 */
export const trendPlot = (
  overview: Overview,
  metric: TrendMetric,
  room: number,
): Pick<LineDrawingProps, 'points' | 'ticks' | 'places' | 'unfinished'> => {
  const { report, question, known } = overview
  const buckets = report === undefined ? [] : bucketsIn(report, question, known)
  const index = known.current === Infinity ? buckets.findIndex(({ isUnfinished }) => isUnfinished) : -1
  const counts = buckets[index]?.counts ?? null
  return {
    ...plotOf(buckets, metric, room, overview),
    unfinished:
      counts !== null && question.now !== null
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
