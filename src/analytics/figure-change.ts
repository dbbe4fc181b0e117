import type { ReportComparison } from './figures/comparison.ts'
import type { Direction } from './evaluation/significance.ts'
import {
  metricOf,
  REPORT_METRICS,
  type FigureKey,
  type ReportMetric,
  type ReportMetricId,
} from './report-metrics.ts'

type SomeCounts = Readonly<Partial<Record<FigureKey, number | null>>>

export interface FigureChange {
  /** Of a count or a duration its share of what was before, of a share the difference; null: nothing to compare with. */
  readonly by: number | null
  readonly unit: ReportMetric['unit']
  /** The periods are of unequal length: what a day has brought is compared. */
  readonly isPerDay: boolean
  /** `same`: not beyond chance; null: nothing tells chance here. */
  readonly verdict: 'better' | 'worse' | 'same' | null
}

/** Numbers of which a day has no part of its own: twice as many days have fewer than twice as many. */
const NO_SUMS: ReadonlySet<ReportMetricId> = new Set(['callers', 'not_through'])
const MEDIANS: ReadonlySet<ReportMetricId> = new Set(['median_duration'])
/** Shorter than what a minute is of a day. */
const SAME_LENGTH = 1e-6

export const isSameLength = ({
  days,
  comparedDays,
}: Pick<ReportComparison, 'days' | 'comparedDays'>): boolean => Math.abs(days - comparedDays) < SAME_LENGTH

/** What a day has brought on both sides; null: that is not what is compared. */
export const perDay = (
  metric: ReportMetricId,
  now: SomeCounts,
  before: SomeCounts,
  over: ReportComparison,
): { readonly now: number; readonly before: number } | null => {
  const [a, b] = [metricOf(metric, now), metricOf(metric, before)]
  const { whole }: ReportMetric = REPORT_METRICS[metric]
  const isSum = whole === null && !NO_SUMS.has(metric) && !MEDIANS.has(metric)
  const { days, comparedDays } = over
  if (a === null || b === null || !isSum || isSameLength(over) || days === 0 || comparedDays === 0)
    return null
  return { now: a / days, before: b / comparedDays }
}

/**
 * How a figure has changed. Durations, money and what is no figure of a card have no test.
 * @returns `better` or `worse` only where the figure itself has gone the way that the days that are over have
 */
export const changeOf = (
  metric: ReportMetricId,
  now: SomeCounts,
  before: SomeCounts,
  over: ReportComparison,
): FigureChange => {
  const { unit, better }: ReportMetric = REPORT_METRICS[metric]
  const daily = perDay(metric, now, before, over)
  const isPerDay = daily !== null
  const [a, b] = daily ? [daily.now, daily.before] : [metricOf(metric, now), metricOf(metric, before)]
  const isUnlike = NO_SUMS.has(metric) && !isSameLength(over)
  const by =
    a === null || b === null || isUnlike ? null : unit === 'share' ? a - b : b === 0 ? null : a / b - 1
  const directions: Partial<Record<ReportMetricId, Direction>> = over.directions
  const direction = directions[metric] ?? null
  if (by === null || direction === null) return { by, unit, isPerDay, verdict: null }
  const goes = by > 0 ? 'up' : by < 0 ? 'down' : 'none'
  const verdict =
    goes === 'none' || goes !== direction
      ? 'same'
      : (goes === 'up') === (better === 'more')
        ? 'better'
        : 'worse'
  return { by, unit, isPerDay, verdict }
}
