import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { acrossOf, linePaths, placeAt } from './plot.ts'

export interface LinePoint {
  /** Null: nothing is known here, and the line has a gap. */
  readonly value: number | null
  /** What it is compared with. */
  readonly compared: number | null
  /** Stands for less than a whole place of the axis: the line to it is dotted. */
  readonly partial?: boolean | undefined
}

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

export interface LineChartProps {
  /** What the picture shows and what choosing a place does, for who does not see it. */
  label: string
  points: readonly LinePoint[]
  /** Rising from 0; the last is the top. */
  ticks: readonly { readonly value: number; readonly words: string }[]
  /** Below the plot, at some places. */
  places: readonly { readonly index: number; readonly words: string }[]
  /** One place in a sentence: read out as the cursor comes to it. */
  describe: (index: number) => string
  /** The same in a small box beside the cursor. */
  tip: (index: number) => LineTip
  /** The stretch that is chosen now. */
  chosen: Stretch | null
  /** A place was pressed, or a stretch drawn. */
  onChoose: (stretch: Stretch) => void
  /** Words at the last place, which is not over: its dot is open. */
  unfinished?: string | undefined
}

/** How far Page Up and Page Down go: a week of days. */
const PAGE = 7
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageUp: PAGE,
  PageDown: -PAGE,
  Home: -Infinity,
  End: Infinity,
}

/** A line over an area, with a dashed one it is compared with. Pointer and arrow keys move a cursor; a press chooses. */
export function LineChart(props: LineChartProps) {
  const { label, points, ticks, places, describe, tip, chosen, onChoose, unfinished } = props
  const count = points.length
  const last = count - 1
  const [cursor, setCursor] = useState<{ readonly at: number; readonly from: number | null } | null>(null)
  const at = cursor === null ? null : Math.min(cursor.at, last)
  const drawn = stretchOf(cursor && { ...cursor, at: Math.min(cursor.at, last) })

  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return placeAt((event.clientX - left) / width, count)
  }
  const choose = (stretch: Stretch) => {
    setCursor((before) => before && { ...before, from: null })
    onChoose(stretch)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const here = at ?? chosen?.last ?? last
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return choose(drawn ?? { first: here, last: here })
    }
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.min(Math.max(here + step, 0), last)
    setCursor((before) => ({ at: to, from: event.shiftKey ? (before?.from ?? here) : null }))
  }
  const top = ticks.at(-1)?.value ?? 1
  const longest = ticks.reduce((words, tick) => (tick.words.length > words.length ? tick.words : words), '')
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-12 text-text-3 tabular-nums">
      <div aria-hidden="true" className="relative h-40 phone:h-36">
        <span className="invisible">{longest}</span>
        {ticks.map(({ value, words }) => (
          <span
            key={value}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${100 - (value / top) * 100}%` }}
          >
            {words}
          </span>
        ))}
      </div>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? chosen?.last ?? last}
        aria-valuetext={describe(at ?? chosen?.last ?? last)}
        onKeyDown={onKeyDown}
        onFocus={({ currentTarget }) => {
          if (currentTarget.matches(':focus-visible')) setCursor({ at: chosen?.last ?? last, from: null })
        }}
        onBlur={() => setCursor(null)}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setCursor({ at: placeOf(event), from: placeOf(event) })
        }}
        onPointerMove={(event) => {
          const to = placeOf(event)
          setCursor((before) => ({ at: to, from: before?.from ?? null }))
        }}
        onPointerUp={() => {
          if (drawn !== null) choose(drawn)
        }}
        onPointerCancel={() => setCursor(null)}
        onPointerLeave={() => setCursor(null)}
        className="relative h-40 cursor-default touch-pan-y rounded-1 select-none phone:h-36"
      >
        {chosen && <Band stretch={chosen} count={count} className="border-b-2 border-accent bg-selected" />}
        {drawn && drawn.first !== drawn.last && <Band stretch={drawn} count={count} className="bg-press" />}
        <Lines points={points} ticks={ticks.map(({ value }) => value)} top={top} />
        {unfinished !== undefined && <Unfinished point={points[last]} top={top} words={unfinished} />}
        {at !== null && <Cursor at={at} {...props} top={top} tip={tip(at)} />}
      </div>
      <div aria-hidden="true" className="relative col-start-2 mt-1.5 h-4">
        {places.map(({ index, words }) => (
          <span
            key={index}
            className={classNames(
              'absolute whitespace-nowrap',
              index === last && count > 1 ? 'right-0' : (index > 0 || count === 1) && '-translate-x-1/2',
            )}
            style={index === last && count > 1 ? undefined : { left: `${acrossOf(index, count)}%` }}
          >
            {words}
          </span>
        ))}
      </div>
    </div>
  )
}

/** A press is a stretch of one place. */
const stretchOf = (cursor: { at: number; from: number | null } | null): Stretch | null =>
  cursor === null || cursor.from === null
    ? null
    : { first: Math.min(cursor.at, cursor.from), last: Math.max(cursor.at, cursor.from) }

/** A stretch from the middle before its first place to the middle after its last. */
const Band = ({ stretch, count, className }: { stretch: Stretch; count: number; className: string }) => {
  const left = Math.max(acrossOf(stretch.first - 0.5, count), 0)
  const right = count <= 1 ? 100 : Math.min(acrossOf(stretch.last + 0.5, count), 100)
  return (
    <span
      className={classNames('absolute inset-y-0', className)}
      style={{ left: `${count <= 1 ? 0 : left}%`, width: `${right - (count <= 1 ? 0 : left)}%` }}
    />
  )
}

const Lines = ({
  points,
  ticks,
  top,
}: {
  points: readonly LinePoint[]
  ticks: readonly number[]
  top: number
}) => {
  const { line, dotted, area } = linePaths(points, top)
  const compared = linePaths(
    points.map(({ compared: value }) => ({ value })),
    top,
  ).line
  const stroke = { fill: 'none', vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round' } as const
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
    >
      {ticks.map((tick) => {
        const y = 100 - (tick / top) * 100
        const colour = tick === 0 ? 'var(--line-strong)' : 'var(--line)'
        return <path key={tick} d={`M0 ${y}H100`} stroke={colour} {...stroke} />
      })}
      <path d={area} fill="var(--chart-fill)" />
      <path d={compared} stroke="var(--chart-compare)" strokeWidth={1.25} strokeDasharray="5 4" {...stroke} />
      <path d={line} stroke="var(--chart-1)" strokeWidth={2} strokeLinecap="round" {...stroke} />
      <path d={dotted} stroke="var(--chart-1)" strokeWidth={2} strokeDasharray="2 3" {...stroke} />
    </svg>
  )
}

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

const Unfinished = ({ point, top, words }: { point: LinePoint | undefined; top: number; words: string }) => {
  if (!point || point.value === null) return null
  const heights = [point.value, ...(point.compared === null ? [] : [point.compared])].map(
    (value) => (value / top) * 100,
  )
  const low = Math.min(...heights)
  return (
    <>
      <Dot left={100} value={point.compared} top={top} className={comparedDot} />
      <Dot left={100} value={point.value} top={top} className={openDot} />
      <span
        className="pointer-events-none absolute right-0 whitespace-nowrap text-text-2"
        // Below the dots, so that it covers neither them nor the line; where there is no room, beside them.
        style={low > ROOM_BELOW ? { top: `calc(${100 - low}% + 6px)` } : { bottom: 2, right: 24 }}
      >
        {words}
      </span>
    </>
  )
}

const Cursor = ({
  at,
  points,
  top,
  tip: { place, value, compared },
}: Pick<LineChartProps, 'points'> & { at: number; top: number; tip: LineTip }) => {
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
