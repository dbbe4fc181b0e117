import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { idleCode } from './idle-code.ts'
import { Band, Cursor, Rest, Unfinished, type LineTip, type Stretch } from './line-marks.tsx'
import { acrossOf, linePaths, placeAt, type ComparedPoint } from './plot.ts'
import { Replacement } from './replacement.tsx'

export interface LineChartProps {
  /** What the picture shows and what choosing a place does, for who does not see it. */
  label: string
  points: readonly ComparedPoint[]
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
  /** A place that is not over, and words beside it: its dot is open. */
  unfinished?: { readonly index: number; readonly words: string } | undefined
  /** From this place on there is nothing yet, and why. */
  rest?: { readonly from: number; readonly words: string } | undefined
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

const useLinePlot = idleCode(() => import('./line-plot.tsx'))

/** A line over an area, with a dashed one it is compared with. Pointer and arrow keys move a cursor; a press chooses. */
export function LineChart(props: LineChartProps) {
  const { label, points, ticks, places, describe, tip, chosen, onChoose, unfinished, rest } = props
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
        {rest !== undefined && <Rest from={rest.from} count={count} words={rest.words} />}
        <Plot points={points} ticks={ticks.map(({ value }) => value)} top={top} />
        {unfinished !== undefined && <Unfinished points={points} top={top} {...unfinished} />}
        {at !== null && <Cursor at={at} points={points} top={top} tip={tip(at)} />}
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

interface PlotProps {
  points: readonly ComparedPoint[]
  ticks: readonly number[]
  top: number
}

/** The lines: a small drawing of our own until the chart library is here, which then takes its place. */
const Plot = ({ points, ticks, top }: PlotProps) => {
  const LinePlot = useLinePlot()?.LinePlot
  return (
    <Replacement
      className="absolute inset-0"
      first={<Lines points={points} ticks={ticks} top={top} />}
      renderLater={
        LinePlot
          ? (size, onDrawn) => <LinePlot points={points} ticks={ticks} size={size} onDrawn={onDrawn} />
          : null
      }
    />
  )
}

const Lines = ({ points, ticks, top }: PlotProps) => {
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
