import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { LineAxes, type LineAxesProps } from './line-axes.tsx'
import { Band, Blank, Cursor, Unfinished, type LineTip, type Stretch } from './line-marks.tsx'
import { LinePlot } from './line-plot.tsx'
import { placeAt, type ComparedPoint } from './plot.ts'

export interface LineChartProps extends Pick<LineAxesProps, 'ticks' | 'places' | 'below'> {
  /** What the picture shows and what choosing a place does, for who does not see it. */
  label: string
  points: readonly ComparedPoint[]
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
  /** Where there is nothing yet, and why: the first line is enough where there is room for one. */
  blanks?: readonly (Stretch & { readonly lines: readonly string[] })[] | undefined
  /** Behind the lines, as large as the plot. */
  under?: ReactNode
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
  return (
    <LineAxes
      ticks={ticks}
      places={places}
      count={count}
      below={props.below}
      className="text-12"
      plotClass="h-40 phone:h-36"
    >
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
        className="relative size-full cursor-default touch-pan-y rounded-1 select-none"
      >
        {chosen && <Band stretch={chosen} count={count} className="border-b-2 border-accent bg-selected" />}
        {drawn && drawn.first !== drawn.last && <Band stretch={drawn} count={count} className="bg-press" />}
        {props.blanks?.map(({ first, last, lines }) => (
          <Blank key={first} {...{ first, last, count, lines }} />
        ))}
        {props.under}
        <div aria-hidden="true" className="pointer-events-none absolute inset-0">
          <LinePlot points={points} ticks={ticks} />
        </div>
        {unfinished !== undefined && <Unfinished points={points} top={top} {...unfinished} />}
        {at !== null && <Cursor at={at} points={points} top={top} tip={tip(at)} />}
      </div>
    </LineAxes>
  )
}

/** A press is a stretch of one place. */
const stretchOf = (cursor: { at: number; from: number | null } | null): Stretch | null =>
  cursor === null || cursor.from === null
    ? null
    : { first: Math.min(cursor.at, cursor.from), last: Math.max(cursor.at, cursor.from) }
