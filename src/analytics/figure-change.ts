import { countsDiffer, sharesDiffer } from './compare.ts'
import {
  metricOf,
  REPORT_METRICS,
  type FigureKey,
  type ReportMetric,
  type ReportMetricId,
} from './report-metrics.ts'

type SomeCounts = Readonly<Partial<Record<FigureKey, number | null>>>

export interface FigureChange {
  /** Of a count or a duration its share of what was before, of a share the difference; null: nothing was before. */
  readonly by: number | null
  readonly unit: ReportMetric['unit']
  /** `same`: not beyond chance; null: nothing tells chance here. */
  readonly verdict: 'better' | 'worse' | 'same' | null
}

/** How a figure has changed. Durations and money have no test: how much they scatter is not counted. */
export const changeOf = (metric: ReportMetricId, now: SomeCounts, before: SomeCounts): FigureChange => {
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
