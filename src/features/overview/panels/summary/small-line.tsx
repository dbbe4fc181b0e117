import { mayMiss } from '#/analytics/days.ts'
import { isUnread, type UnreadDays } from '#/domain/figures/unread-days.ts'
import type { Question } from '#/contract/figures/questions.ts'
import type { TrendPoint } from '#/contract/figures/answers.ts'
import { metricOf, type ReportMetricId } from '#/analytics/report-metrics.ts'
import { acrossOf, type PlotPoint } from '#/ui/chart/plot.ts'

interface SmallPoint extends PlotPoint {
  /** Some of its days failed to load. */
  readonly isUnread: boolean
}

/** Points of a trend; unfinished or incomplete buckets are partial, future ones are absent. */
const pointsOf = (
  metric: ReportMetricId,
  trend: readonly TrendPoint[],
  now: Question['now'],
  { current: unread, hasFailed }: UnreadDays,
): SmallPoint[] =>
  trend.flatMap((bucket, index) => {
    if (bucket.start > (now?.day ?? Infinity)) return []
    const next = trend[index + 1]?.start ?? Infinity
    const own = { first: bucket.start, last: next - 1 }
    const isMissing = mayMiss(unread, own)
    // The last bucket's end is unknown here; its first day is sufficient.
    const isUnknown = isUnread(unread, next === Infinity ? { ...own, last: own.first } : own)
    return [
      {
        value: isUnknown ? null : metricOf(metric, bucket),
        partial: (now !== null && now.day < next) || isMissing,
        isUnread: isMissing && hasFailed,
      },
    ]
  })

const rounded = (value: number) => Number(value.toFixed(3))

/**
 * SVG paths in a box of 100 × 100, y downwards; dotted from and to partial points. A point without neighbors is a
 * dot.
 */
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

const HATCH = {
  fill: 'none',
  stroke: 'var(--line-control)',
  strokeWidth: 1,
  vectorEffect: 'non-scaling-stroke',
} as const

const STROKE_EVERY = 8

/** Hatching from the middle before the first unread point to the middle after the last. */
const hatchPath = (points: readonly SmallPoint[]): string =>
  points
    .map(({ isUnread: isHatched }, index) => {
      if (!isHatched || points[index - 1]?.isUnread) return ''
      const end = points.findIndex((point, at) => at > index && !point.isUnread)
      const left = Math.max(acrossOf(index - 0.5, points.length), 0)
      const right = Math.min(acrossOf((end === -1 ? points.length : end) - 0.5, points.length), 100)
      return Array.from({ length: Math.ceil((right - left) / STROKE_EVERY) }, (_, nth) => {
        const from = left + nth * STROKE_EVERY
        const width = Math.min(STROKE_EVERY, right - from)
        return `M${rounded(from)} 100l${rounded(width)} ${rounded((-100 * width) / STROKE_EVERY)}`
      }).join('')
    })
    .join('')

/** Sparkline without axes; hidden from screen readers, which have the trend's table. */
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
  unread: UnreadDays
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
      <path d={hatchPath(points)} {...HATCH} />
      <path d={line} {...stroke} />
      <path d={dotted} {...stroke} strokeDasharray="2 3" />
    </svg>
  )
}
