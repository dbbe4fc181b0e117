import { acrossOf, linePaths, type ComparedPoint } from './plot.ts'

export interface LineDrawingProps {
  readonly points: readonly ComparedPoint[]
  /** Rising from 0; the last is the top. */
  readonly ticks: readonly { readonly value: number; readonly words: string }[]
  /** Below the plot, at some places. */
  readonly places: readonly { readonly index: number; readonly words: string }[]
  readonly width: number
  readonly height: number
  /** Of the words. */
  readonly size?: number
  /** Words at the place that is not over. */
  readonly unfinished?: { readonly index: number; readonly words: string } | undefined
}

/** A path in a box of 100 × 100 as one of `width` × `height`: scaling it in the picture would scale its stroke too. */
const stretched = (path: string, width: number, height: number): string =>
  path.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) =>
      `${((Number(x) * width) / 100).toFixed(1)} ${((Number(y) * height) / 100).toFixed(1)}`,
  )

/** A line over an area, with a dashed one it is compared with: nothing but ink, for paper and for files. */
export const LineDrawing = ({
  points,
  ticks,
  places,
  width,
  height,
  size = 12,
  unfinished,
}: LineDrawingProps) => {
  const top = ticks.at(-1)?.value ?? 1
  const left = Math.max(...ticks.map(({ words }) => words.length)) * size * 0.7 + 8
  const [plotWidth, plotHeight] = [width - left - size, height - size * 2.2 - size / 2]
  const { line, dotted, area } = linePaths(points, top)
  const compared = linePaths(
    points.map(({ compared: value }) => ({ value })),
    top,
  ).line
  const at = (path: string) => stretched(path, plotWidth, plotHeight)
  const across = (index: number) => (acrossOf(index, points.length) / 100) * plotWidth
  const last = points.length - 1
  const stroke = { fill: 'none', strokeLinejoin: 'round' } as const
  return (
    <g fontSize={size} fill="var(--text-3)" transform={`translate(${left} ${size / 2})`}>
      <path d={at(area)} fill="var(--heat-0)" />
      {ticks.map(({ value, words }) => {
        const y = plotHeight - (value / top) * plotHeight
        return (
          <g key={value}>
            <path d={`M0 ${y}H${plotWidth}`} stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'} />
            <text x={-8} y={y + size * 0.35} textAnchor="end">
              {words}
            </text>
          </g>
        )
      })}
      <path
        d={at(compared)}
        stroke="var(--chart-compare)"
        strokeWidth={1.25}
        strokeDasharray="5 4"
        {...stroke}
      />
      <path d={at(line)} stroke="var(--chart-1)" strokeWidth={2} strokeLinecap="round" {...stroke} />
      <path d={at(dotted)} stroke="var(--chart-1)" strokeWidth={2} strokeDasharray="2 3" {...stroke} />
      {unfinished && (
        <Unfinished
          x={across(unfinished.index)}
          y={plotHeight - ((points[unfinished.index]?.value ?? 0) / top) * plotHeight}
          size={size}
          height={plotHeight}
          words={unfinished.words}
        />
      )}
      {places.map(({ index, words }) => (
        <text
          key={index}
          x={across(index)}
          y={plotHeight + size * 1.6}
          textAnchor={points.length > 1 && index === last ? 'end' : index === 0 ? 'start' : 'middle'}
        >
          {words}
        </text>
      ))}
    </g>
  )
}

const Unfinished = ({
  x,
  y,
  size,
  height,
  words,
}: {
  x: number
  y: number
  size: number
  height: number
  words: string
}) => (
  <>
    <circle cx={x} cy={y} r={3.5} fill="var(--raised)" stroke="var(--chart-1)" strokeWidth={2} />
    <text
      x={x - 10}
      // Below the dot; where there is no room, above it.
      y={y + size * 1.8 < height ? y + size * 1.6 : y - size * 0.9}
      textAnchor={x < words.length * size * 0.7 ? 'start' : 'end'}
      fill="var(--text-2)"
    >
      {words}
    </text>
  </>
)
