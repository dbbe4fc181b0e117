import type { ReportComparison, Direction } from '#/contract/figures/answers.ts'
import {
  metricOf,
  REPORT_METRICS,
  type FigureKey,
  type ReportMetric,
  type ReportMetricId,
} from './report-metrics.ts'

type SomeCounts = Readonly<Partial<Record<FigureKey, number | null>>>

export interface FigureChange {
  /** Relative for counts and durations, a difference for shares; null: nothing to compare with. */
  readonly by: number | null
  readonly unit: ReportMetric['unit']
  /** Periods of unequal length are compared per day. */
  readonly isPerDay: boolean
  /** `same`: within chance; null: there is no test. */
  readonly verdict: 'better' | 'worse' | 'same' | null
}

/** Numbers that do not grow in proportion to days. */
const NO_SUMS: ReadonlySet<ReportMetricId> = new Set(['callers', 'not_through'])
const MEDIANS: ReadonlySet<ReportMetricId> = new Set(['median_duration'])
const SAME_LENGTH = 1e-6

export const isSameLength = ({
  days,
  comparedDays,
}: Pick<ReportComparison, 'days' | 'comparedDays'>): boolean => Math.abs(days - comparedDays) < SAME_LENGTH

/** Daily means of both sides; null: not compared per day. */
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
 * The change of a figure. Durations, money and unlisted figures have no test.
 * @returns `better` or `worse` only where the figure itself moved in the direction of its complete days
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
