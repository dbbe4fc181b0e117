import type { Question, TrendPoint } from '#/analytics/worker/report.ts'
import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import { linePaths, type PlotPoint } from '#/ui/data/plot.ts'

/** Days come oldest first: until all are here, those without contacts at the end have not come yet. */
const comeBy = (trend: readonly TrendPoint[]): readonly TrendPoint[] =>
  trend.slice(0, trend.findLastIndex(({ contacts }) => contacts > 0) + 1)

/** The buckets of a trend as a metric; the one that is not over is partial, those to come are none. */
const pointsOf = (metric: ReportMetricId, trend: readonly TrendPoint[], now: Question['now']): PlotPoint[] =>
  trend.flatMap((bucket, index) => {
    if (now !== null && bucket.start > now.day) return []
    const next = trend[index + 1]?.start ?? Infinity
    return [{ value: metricOf(metric, bucket), partial: now !== null && now.day < next }]
  })

/** How a figure has gone over its days, without axes: the trend has those. Nothing for who does not see it. */
export const SmallLine = ({
  metric,
  trend,
  now,
  isLoaded,
  isWorse,
}: {
  metric: ReportMetricId
  trend: readonly TrendPoint[]
  now: Question['now']
  isLoaded: boolean
  isWorse: boolean
}) => {
  const points = pointsOf(metric, isLoaded ? trend : comeBy(trend), now)
  if (points.length < 2) return null
  const top = Math.max(...points.map(({ value }) => value ?? 0)) || 1
  const { line, dotted } = linePaths(points, top)
  const stroke = {
    fill: 'none',
    stroke: isWorse ? 'var(--missed)' : 'var(--chart-1)',
    strokeWidth: 1.5,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
    vectorEffect: 'non-scaling-stroke',
  } as const
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="mb-1.5 h-6 w-full max-w-19 min-w-8 overflow-visible"
    >
      <path d={line} {...stroke} />
      <path d={dotted} {...stroke} strokeDasharray="2 3" />
    </svg>
  )
}
