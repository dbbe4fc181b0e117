import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { whenPainted } from '#/ui/when-painted.ts'
import { axisWidth, EDGE, FOOT, HEAD } from './line-box.ts'
import { placeAt, type ComparedPoint } from './plot.ts'

export interface Stretch {
  readonly first: number
  readonly last: number
}

export interface LineTip {
  readonly place: string
  readonly value: string
  readonly compared?: string | undefined
}

export interface LineDrawn {
  readonly points: readonly ComparedPoint[]
  /** Ascending from 0; the last is the top. */
  readonly ticks: readonly { readonly value: number; readonly words: string }[]
  /** Marks below the plot, most with labels. */
  readonly places: readonly { readonly index: number; readonly words: string }[]
  /** An unfinished position with its label; drawn as an open dot. */
  readonly unfinished?: { readonly index: number; readonly words: string } | undefined
  /** Stretches without data, with reasons; narrow ones show only the first line. */
  readonly blanks?: readonly (Stretch & { readonly lines?: readonly string[] })[] | undefined
}

export interface LinePlotProps extends LineDrawn {
  readonly chosen?: Stretch | null
  readonly drawn?: Stretch | null
  readonly at?: number | null
  /** Tooltip beside the cursor. */
  readonly tip?: (index: number) => LineTip
  /** Fixed pixels, scaled with its box; default: the size of its box. */
  readonly size?: { readonly width: number; readonly height: number }
}

interface LineChartProps extends LineDrawn {
  /** Accessible name with instructions. */
  readonly label: string
  /** Announced when the cursor moves. */
  readonly describe: (index: number) => string
  readonly tip: (index: number) => LineTip
  readonly chosen: Stretch | null
  /** Press or drag. */
  readonly onChoose: (stretch: Stretch) => void
  readonly below?: ReactNode
}

const fetchPlot = () => import('./line-plot.tsx')

/** Null: the chart's code isn't loaded yet. */
export const useLinePlot = () => useIdleCode(fetchPlot, whenPainted)

/** Step of Page Up and Page Down. */
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

/** Line with area and a dashed comparison. Pointer or arrow keys move a cursor; a press selects. */
export function LineChart(props: LineChartProps) {
  const { label, describe, tip, chosen, onChoose, below, ...plotted } = props
  const count = props.points.length
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
  const drawing = useLinePlot()
  const plotArea = { left: axisWidth(props.ticks), right: EDGE }
  return (
    // Half of the top label overlaps what is above.
    <div className="relative -mt-2 h-48.5 phone:h-44.5">
      <div aria-hidden="true" className="absolute inset-0">
        {drawing && (
          <drawing.LinePlot
            {...plotted}
            chosen={chosen}
            drawn={drawn && drawn.first !== drawn.last ? drawn : null}
            at={at}
            tip={tip}
          />
        )}
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
        className="absolute cursor-default touch-pan-y rounded-1 select-none"
        style={{ ...plotArea, top: HEAD, bottom: FOOT }}
      />
      {/* The height of the position labels; its content is below them. */}
      {below !== undefined && (
        <div className="absolute bottom-0 h-4" style={plotArea}>
          {below}
        </div>
      )}
    </div>
  )
}

const stretchOf = (cursor: { at: number; from: number | null } | null): Stretch | null =>
  cursor === null || cursor.from === null
    ? null
    : { first: Math.min(cursor.at, cursor.from), last: Math.max(cursor.at, cursor.from) }
