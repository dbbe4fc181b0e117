import { classNames } from '#/ui/class-names.ts'
import { acrossOf, type ComparedPoint } from './plot.ts'

/*
 * What stands over and under the lines of a line chart, at places of its axis.
 */

/** Places of the axis from one to another, both included. */
export interface Stretch {
  readonly first: number
  readonly last: number
}

/** What stands at one place, in words. */
export interface LineTip {
  readonly place: string
  readonly value: string
  readonly compared?: string | undefined
}

/** A stretch from the middle before its first place to the middle after its last. */
export const Band = ({
  stretch,
  count,
  className,
}: {
  stretch: Stretch
  count: number
  className: string
}) => {
  const left = Math.max(acrossOf(stretch.first - 0.5, count), 0)
  const right = count <= 1 ? 100 : Math.min(acrossOf(stretch.last + 0.5, count), 100)
  return (
    <span
      className={classNames('absolute inset-y-0', className)}
      style={{ left: `${count <= 1 ? 0 : left}%`, width: `${right - (count <= 1 ? 0 : left)}%` }}
    />
  )
}

/** Narrower than this, words do not fit between its edges: per cent of the width. */
const ROOM_FOR_WORDS = 36

/** Places that nothing is known of yet, so that their emptiness is no zero. */
export const Blank = ({
  first,
  last,
  count,
  lines,
}: Stretch & { count: number; lines: readonly string[] }) => {
  const left = count <= 1 ? 0 : Math.max(acrossOf(first - 0.5, count), 0)
  const right = count <= 1 ? 100 : Math.min(acrossOf(last + 0.5, count), 100)
  const isWide = right - left > ROOM_FOR_WORDS
  const words = isWide ? lines : lines.slice(0, 1)
  return (
    <span
      aria-hidden="true"
      className="absolute inset-y-0"
      style={{ left: `${left}%`, width: `${right - left}%`, backgroundImage: HATCH }}
    >
      {words.length > 0 && (
        <span
          className={classNames(
            'absolute grid rounded-1 bg-bg px-1.5 py-0.5 text-center whitespace-nowrap text-text-2',
            isWide ? 'top-1/2 left-1/2 -translate-1/2' : left < 50 ? 'top-1 left-1' : 'top-1 right-1',
          )}
        >
          {words.map((line, index) => (
            <span key={line} className={index === 0 && lines.length > 1 ? 'font-strong text-text' : ''}>
              {line}
            </span>
          ))}
        </span>
      )}
    </span>
  )
}

const HATCH = 'repeating-linear-gradient(135deg, var(--line) 0 1px, transparent 1px 6px)'

const Dot = ({
  left,
  value,
  top,
  className,
}: {
  left: number
  value: number | null
  top: number
  className: string
}) =>
  value === null ? null : (
    <span
      className={classNames('absolute -translate-1/2 rounded-full', className)}
      style={{ left: `${left}%`, top: `${100 - (value / top) * 100}%` }}
    />
  )

/** Of the plot's height, in per cent: a line of words and its distance. */
const ROOM_BELOW = 16

const openDot = 'size-2 border-2 border-(--chart-1) bg-bg'
const comparedDot = 'size-1.5 border border-(--chart-compare) bg-bg'

export const Unfinished = ({
  points,
  top,
  index,
  words,
}: {
  points: readonly ComparedPoint[]
  top: number
  index: number
  words: string
}) => {
  const point = points[index]
  if (!point || point.value === null) return null
  const left = acrossOf(index, points.length)
  const heights = [point.value, ...(point.compared === null ? [] : [point.compared])].map(
    (value) => (value / top) * 100,
  )
  const low = Math.min(...heights)
  return (
    <>
      <Dot left={left} value={point.compared} top={top} className={comparedDot} />
      <Dot left={left} value={point.value} top={top} className={openDot} />
      <span
        className="pointer-events-none absolute rounded-1 bg-bg px-1.5 whitespace-nowrap text-text-2"
        // Below the dots, so that it covers neither them nor the last step of the line, and on a ground of its own where the
        // days before run through it; where there is no room, beside them.
        style={{
          ...(left < 50 ? { left: `${left}%` } : { right: `${100 - left}%` }),
          ...(low > ROOM_BELOW
            ? { top: `calc(${100 - low}% + 6px)` }
            : { bottom: 2, [left < 50 ? 'marginLeft' : 'marginRight']: 24 }),
        }}
      >
        {words}
      </span>
    </>
  )
}

export const Cursor = ({
  at,
  points,
  top,
  tip: { place, value, compared },
}: {
  at: number
  points: readonly ComparedPoint[]
  top: number
  tip: LineTip
}) => {
  const left = acrossOf(at, points.length)
  const point = points[at]
  return (
    <span aria-hidden="true" className="pointer-events-none">
      <span className="absolute inset-y-0 w-px bg-line-control" style={{ left: `${left}%` }} />
      <Dot left={left} value={point?.compared ?? null} top={top} className={comparedDot} />
      <Dot left={left} value={point?.value ?? null} top={top} className="size-2 bg-(--chart-1)" />
      <span
        className="absolute top-0 z-(--z-index-sticky) grid w-max max-w-60 gap-0.5 rounded-3 bg-raised px-2.5 py-2 text-12 text-text shadow-float forced-colors:border"
        style={left > 50 ? { right: `calc(${100 - left}% + 12px)` } : { left: `calc(${left}% + 12px)` }}
      >
        <span className="text-text-3">{place}</span>
        <span className="font-semibold">{value}</span>
        {compared !== undefined && <span className="text-text-2">{compared}</span>}
      </span>
    </span>
  )
}
