import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useIdleCode } from '#/ui/use-idle-code.ts'
import { whenPainted } from '#/ui/when-painted.ts'
import { axisWidth, EDGE, FOOT, HEAD } from './line-box.ts'
import { placeAt, type ComparedPoint } from './plot.ts'

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

/** What is drawn of a line chart, on the screen and on paper. */
export interface LineDrawn {
  readonly points: readonly ComparedPoint[]
  /** Rising from 0; the last is the top. */
  readonly ticks: readonly { readonly value: number; readonly words: string }[]
  /** Marked below the plot, most of them with words. */
  readonly places: readonly { readonly index: number; readonly words: string }[]
  /** A place that is not over, and words beside it: its dot is open. */
  readonly unfinished?: { readonly index: number; readonly words: string } | undefined
  /** Where there is nothing yet, and why: the first line is enough where there is room for one. */
  readonly blanks?: readonly (Stretch & { readonly lines?: readonly string[] })[] | undefined
}

export interface LinePlotProps extends LineDrawn {
  readonly chosen?: Stretch | null
  /** A stretch that the pointer is drawing. */
  readonly drawn?: Stretch | null
  /** The place that the cursor is at. */
  readonly at?: number | null
  /** What stands there, in a small box beside the cursor. */
  readonly tip?: (index: number) => LineTip
  /** In pixels, and drawn larger or smaller than that with its box; without it, as large as its box. */
  readonly size?: { readonly width: number; readonly height: number }
}

interface LineChartProps extends LineDrawn {
  /** What the picture shows and what choosing a place does, for who does not see it. */
  readonly label: string
  /** One place in a sentence: read out as the cursor comes to it. */
  readonly describe: (index: number) => string
  /** The same in a small box beside the cursor. */
  readonly tip: (index: number) => LineTip
  /** The stretch that is chosen now. */
  readonly chosen: Stretch | null
  /** A place was pressed, or a stretch drawn. */
  readonly onChoose: (stretch: Stretch) => void
  /** Under the words of the places, as wide as the plot: for who can point and press. */
  readonly below?: ReactNode
}

const fetchPlot = () => import('./line-plot.tsx')

/** What draws a line chart, once what is already on the page is seen; null: not yet. */
export const useLinePlot = () => useIdleCode(fetchPlot, whenPainted)

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
    // Half of the uppermost word of the axis stands over what is above.
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
      {/* As high as the words of the places: what it holds stands under them. */}
      {below !== undefined && (
        <div className="absolute bottom-0 h-4" style={plotArea}>
          {below}
        </div>
      )}
    </div>
  )
}

/** A press is a stretch of one place. */
const stretchOf = (cursor: { at: number; from: number | null } | null): Stretch | null =>
  cursor === null || cursor.from === null
    ? null
    : { first: Math.min(cursor.at, cursor.from), last: Math.max(cursor.at, cursor.from) }
