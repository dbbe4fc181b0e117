import type { LineAxesProps } from './line-axes.tsx'
import { LinePlot } from './line-plot.tsx'
import { acrossOf, type ComparedPoint } from './plot.ts'

export interface LineDrawingProps extends Pick<LineAxesProps, 'ticks' | 'places'> {
  readonly points: readonly ComparedPoint[]
  readonly width: number
  readonly height: number
  /** Places that are not all there. */
  readonly blanks?: readonly { readonly first: number; readonly last: number }[] | undefined
  /** Words at the place that is not over. */
  readonly unfinished?: { readonly index: number; readonly words: string } | undefined
}

const SIZE = 12

/**
 * A line chart as part of a picture for files: its lines and its axes' words.
 */
export const LineDrawing = ({
  points,
  ticks,
  places,
  width,
  height,
  blanks = [],
  unfinished,
}: LineDrawingProps) => {
  const top = ticks.at(-1)?.value ?? 1
  const left = Math.max(...ticks.map(({ words }) => words.length)) * SIZE * 0.7 + 8
  const [plotWidth, plotHeight] = [width - left - SIZE, height - SIZE * 2.2 - SIZE / 2]
  const across = (index: number) => (acrossOf(index, points.length) / 100) * plotWidth
  const last = points.length - 1
  return (
    <g fontSize={SIZE} fill="var(--text-3)" transform={`translate(${left} ${SIZE / 2})`}>
      {blanks.map((blank) => (
        <Hatched
          key={blank.first}
          left={across(Math.max(blank.first - 0.5, 0))}
          right={across(Math.min(blank.last + 0.5, last))}
          height={plotHeight}
        />
      ))}
      <LinePlot
        points={points}
        ticks={ticks}
        size={{ width: plotWidth, height: plotHeight }}
        // Without transparency, which a colour written out would lose.
        fill="var(--heat-0)"
      />
      {ticks.map(({ value, words }) => {
        const y = plotHeight - (value / top) * plotHeight
        return (
          <text key={value} x={-8} y={y + SIZE * 0.35} textAnchor="end">
            {words}
          </text>
        )
      })}
      {unfinished && (
        <Unfinished
          x={across(unfinished.index)}
          y={plotHeight - ((points[unfinished.index]?.value ?? 0) / top) * plotHeight}
          height={plotHeight}
          words={unfinished.words}
        />
      )}
      {places.map(({ index, words }) => (
        <text
          key={index}
          x={across(index)}
          y={plotHeight + SIZE * 1.6}
          textAnchor={points.length > 1 && index === last ? 'end' : index === 0 ? 'start' : 'middle'}
        >
          {words}
        </text>
      ))}
    </g>
  )
}

const STROKES_EVERY = 6

const Hatched = ({ left, right, height }: { left: number; right: number; height: number }) => {
  const width = right - left
  const strokes = Array.from({ length: Math.ceil((width + height) / STROKES_EVERY) }, (_, nth) => {
    // From the left edge downwards, then along the lower one; each ends at the upper or the right edge.
    const at = (nth + 1) * STROKES_EVERY
    const [x, y] = at <= height ? [0, at] : [at - height, height]
    const length = Math.min(width - x, y)
    return length > 0 ? `M${left + x} ${y}l${length} ${-length}` : ''
  })
  return <path d={strokes.join('')} fill="none" stroke="var(--line-strong)" />
}

const Unfinished = ({ x, y, height, words }: { x: number; y: number; height: number; words: string }) => (
  <>
    <circle cx={x} cy={y} r={3.5} fill="var(--raised)" stroke="var(--chart-1)" strokeWidth={2} />
    <text
      x={x - 10}
      // Below the dot; where there is no room, above it.
      y={y + SIZE * 1.8 < height ? y + SIZE * 1.6 : y - SIZE * 0.9}
      textAnchor={x < words.length * SIZE * 0.7 ? 'start' : 'end'}
      fill="var(--text-2)"
    >
      {words}
    </text>
  </>
)
