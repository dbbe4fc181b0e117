import type { LineDrawn } from '#/ui/chart/line-chart.tsx'
import { acrossOf, seriesOf } from '#/ui/chart/plot.ts'

interface LineDrawingProps extends LineDrawn {
  readonly width: number
  readonly height: number
}

const SIZE = 12

/** Trend for image files: lines and axis labels without styles and patterns, unlike the chart on screen. */
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
      <Lines points={points} ticks={ticks} width={plotWidth} height={plotHeight} />
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
        <g key={index}>
          <path d={`M${across(index)} ${plotHeight}v4`} stroke="var(--line-strong)" />
          <text
            x={across(index)}
            y={plotHeight + SIZE * 1.6}
            textAnchor={points.length > 1 && index === last ? 'end' : index === 0 ? 'start' : 'middle'}
          >
            {words}
          </text>
        </g>
      ))}
    </g>
  )
}

const line = { stroke: 'var(--chart-1)', strokeWidth: 2 } as const

const Lines = ({ points, ticks, width, height }: Omit<LineDrawingProps, 'places'>) => {
  const top = ticks.at(-1)?.value ?? 1
  const box = { width, height, top }
  const series = seriesOf(points)
  const whole = series.map((row) => row.whole)
  return (
    <g fill="none">
      {ticks.map(({ value }) => (
        <path
          key={value}
          d={`M0 ${height - (value / top) * height}H${width}`}
          stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'}
        />
      ))}
      {/* Opaque: resolved colors lose transparency. */}
      <path d={areaPath(whole, box)} fill="var(--heat-0)" />
      <path
        d={linePath(
          series.map((row) => row.compared),
          box,
        )}
        stroke="var(--chart-compare)"
        strokeWidth={1.25}
        strokeDasharray="5 4"
      />
      <path d={linePath(whole, box)} {...line} strokeLinecap="round" strokeLinejoin="round" />
      <path
        d={linePath(
          series.map((row) => row.dotted),
          box,
        )}
        {...line}
        strokeDasharray="2 3"
      />
    </g>
  )
}

const STROKES_EVERY = 6

const Hatched = ({ left, right, height }: { left: number; right: number; height: number }) => {
  const width = right - left
  const strokes = Array.from({ length: Math.ceil((width + height) / STROKES_EVERY) }, (_, nth) => {
    // From the left and bottom edges, clipped at the top and right.
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
      // Below the dot, above if there is no room.
      y={y + SIZE * 1.8 < height ? y + SIZE * 1.6 : y - SIZE * 0.9}
      textAnchor={x < words.length * SIZE * 0.7 ? 'start' : 'end'}
      fill="var(--text-2)"
    >
      {words}
    </text>
  </>
)

interface PlotBox {
  readonly width: number
  readonly height: number
  readonly top: number
}

type Column = readonly (number | null)[]

const runsOf = (column: Column, { width, height, top }: PlotBox) => {
  const round = (length: number) => Math.round(length * 100) / 100
  const runs: { readonly x: number; readonly y: number }[][] = []
  column.forEach((value, index) => {
    if (value === null) return
    if (index === 0 || column[index - 1] === null) runs.push([])
    runs.at(-1)!.push({
      x: round((acrossOf(index, column.length) / 100) * width),
      y: round(height - (value / top) * height),
    })
  })
  return runs
}

const through = (run: readonly { readonly x: number; readonly y: number }[]) =>
  run.map(({ x, y }) => `${x} ${y}`).join('L')

/**
 * Path through the values with gaps at nulls. An isolated value is a zero-length stroke: round caps make it a dot
 * at any scale.
 */
const linePath = (column: Column, box: PlotBox): string =>
  runsOf(column, box)
    .map((run) => `M${through(run)}${run.length === 1 ? 'h0' : ''}`)
    .join('')

const areaPath = (column: Column, box: PlotBox): string =>
  runsOf(column, box)
    .map((run) => `M${run[0]!.x} ${box.height}L${through(run)}V${box.height}Z`)
    .join('')
