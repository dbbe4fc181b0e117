import { Area, ComposedChart, Line, ReferenceLine, XAxis, YAxis, type DotItemDotProps } from 'recharts'
import { Drawn } from './drawn.tsx'
import { seriesOf, type ComparedPoint } from './plot.ts'
import type { Size } from './use-size.ts'

export interface LinePlotProps {
  points: readonly ComparedPoint[]
  /** Rising from 0; the last is the top. */
  ticks: readonly number[]
  size: Size
  onDrawn: () => void
}

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }
/** Nothing of its own that reacts: the plot's box has the cursor and the keys. */
const still = { isAnimationActive: false, activeDot: false, legendType: 'none', tooltipType: 'none' } as const
const series = { ...still, type: 'linear', stroke: 'var(--chart-1)', strokeWidth: 2 } as const
const dashed = { stroke: 'var(--chart-compare)', strokeWidth: 1.25 } as const

/** A value between two gaps, which no line goes through. */
const Lonely = ({ cx, cy, payload }: DotItemDotProps) =>
  (payload as { isLonely: boolean }).isLonely && (
    <circle cx={cx} cy={cy} r={series.strokeWidth / 2} fill={series.stroke} />
  )

/** The lines of a line chart, drawn by recharts into a plot that has its axes, its cursor and its words already. */
export function LinePlot({ points, ticks, size, onDrawn }: LinePlotProps) {
  const last = points.length - 1
  const data = seriesOf(points)
  const dot = data.some(({ isLonely }) => isLonely) && Lonely
  return (
    <ComposedChart
      {...size}
      data={data}
      margin={NO_MARGIN}
      accessibilityLayer={false}
      className="[&_svg]:overflow-visible"
    >
      <XAxis hide type="number" dataKey="at" domain={last === 0 ? [-1, 1] : [0, last]} />
      <YAxis hide type="number" width={0} domain={[0, ticks.at(-1) ?? 1]} />
      {ticks.map((tick) => (
        <ReferenceLine key={tick} y={tick} stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'} />
      ))}
      <Area {...still} type="linear" dataKey="whole" stroke="none" fill="var(--chart-fill)" fillOpacity={1} />
      <Line {...series} {...dashed} dataKey="compared" strokeDasharray="5 4" dot={false} />
      <Line {...series} dataKey="whole" strokeLinecap="round" strokeLinejoin="round" dot={dot} />
      <Line {...series} dataKey="dotted" strokeDasharray="2 3" dot={false} />
      <Drawn onDrawn={onDrawn} />
    </ComposedChart>
  )
}
