import type { Days } from '#/analytics/columns/select.ts'
import { isUnread, mayMiss } from '#/domain/loading/unread-days.ts'
import type { Question, TrendPoint } from '#/analytics/worker/report.ts'
import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import { acrossOf, type PlotPoint } from '#/ui/chart/plot.ts'

/** The buckets of a trend as a metric; those that are not over or not all here are partial, those to come are none. */
const pointsOf = (
  metric: ReportMetricId,
  trend: readonly TrendPoint[],
  now: Question['now'],
  unread: Days | null,
): PlotPoint[] =>
  trend.flatMap((bucket, index) => {
    if (bucket.start > (now?.day ?? Infinity)) return []
    const next = trend[index + 1]?.start ?? Infinity
    const isPartial = (now !== null && now.day < next) || mayMiss(unread, bucket.start, next - 1)
    return [{ value: isUnread(unread, bucket.start) ? null : metricOf(metric, bucket), partial: isPartial }]
  })

const rounded = (value: number) => Number(value.toFixed(3))

/** Paths in a box of 100 × 100, y downwards; dotted from and to what is partial. A point without neighbours is a dot. */
export const linePaths = (points: readonly PlotPoint[], top: number) => {
  let [line, dotted] = ['', '']
  const at = (index: number): string | null => {
    const value = points[index]?.value ?? null
    return value === null
      ? null
      : `${rounded(acrossOf(index, points.length))} ${rounded(100 - (value / top) * 100)}`
  }
  const isPartial = (index: number) => points[index]?.partial === true
  let before: 'line' | 'dotted' | null = null
  points.forEach((_, index) => {
    const [from, here, to] = [at(index - 1), at(index), at(index + 1)]
    const kind =
      from === null || here === null ? null : isPartial(index - 1) || isPartial(index) ? 'dotted' : 'line'
    if (kind === 'line') line += before === 'line' ? ` ${here}` : `M${from} ${here}`
    else if (kind === 'dotted') dotted += before === 'dotted' ? ` ${here}` : `M${from} ${here}`
    else if (here !== null && to === null) line += `M${here}h0`
    before = kind
  })
  return { line, dotted }
}

/** How a figure has gone over its days, without axes: the trend has those. Nothing for who does not see it. */
export const SmallLine = ({
  metric,
  trend,
  now,
  unread,
  isWorse,
}: {
  metric: ReportMetricId
  trend: readonly TrendPoint[]
  now: Question['now']
  /** Nothing is known of them yet; null: all have been read. */
  unread: Days | null
  isWorse: boolean
}) => {
  const points = pointsOf(metric, trend, now, unread)
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
      className="mb-1.5 h-6 w-full max-w-19 min-w-6 overflow-visible"
    >
      <path d={line} {...stroke} />
      <path d={dotted} {...stroke} strokeDasharray="2 3" />
    </svg>
  )
}
