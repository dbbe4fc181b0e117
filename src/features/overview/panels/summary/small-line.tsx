import type { Question, TrendPoint } from '#/analytics/worker/report.ts'
import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import { linePaths, type PlotPoint } from '#/ui/chart/plot.ts'

/** The buckets of a trend as a metric; those that are not over or not all here are partial, those to come are none. */
const pointsOf = (
  metric: ReportMetricId,
  trend: readonly TrendPoint[],
  now: Question['now'],
  known: number,
): PlotPoint[] =>
  trend.flatMap((bucket, index) => {
    if (bucket.start > Math.min(now?.day ?? Infinity, known)) return []
    const next = trend[index + 1]?.start ?? Infinity
    return [{ value: metricOf(metric, bucket), partial: (now !== null && now.day < next) || known < next }]
  })

/** How a figure has gone over its days, without axes: the trend has those. Nothing for who does not see it. */
export const SmallLine = ({
  metric,
  trend,
  now,
  known,
  isWorse,
}: {
  metric: ReportMetricId
  trend: readonly TrendPoint[]
  now: Question['now']
  /** The newest day that has come; Infinity: all have. */
  known: number
  isWorse: boolean
}) => {
  const points = pointsOf(metric, trend, now, known)
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
