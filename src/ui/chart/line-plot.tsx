import { startTransition, useEffect, useState } from 'react'
import { Area, ComposedChart, Line, XAxis, YAxis, type DotItemDotProps } from 'recharts'
import { whenIdle } from '#/ui/when-idle.ts'
import { seriesOf, type ComparedPoint } from './plot.ts'

export interface LinePlotProps {
  readonly points: readonly ComparedPoint[]
  /** Rising from 0; the last is the top. */
  readonly ticks: readonly { readonly value: number }[]
  /** In pixels; without it, the drawing is stretched over its box, which may change its size as it likes. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Of the ground below the line. */
  readonly fill?: string
}

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }
/** Coordinates, not pixels: about the shape of a box on a desk, so that rounding shows nowhere. */
const STRETCHED = {
  width: 1000,
  height: 200,
  style: { width: '100%', height: '100%' },
  preserveAspectRatio: 'none',
} as const
/** Nothing of its own that reacts: the plot's box has the cursor and the keys. */
const still = { isAnimationActive: false, activeDot: false, legendType: 'none', tooltipType: 'none' } as const
const series = { ...still, type: 'linear', stroke: 'var(--chart-1)', strokeWidth: 2 } as const
const dashed = { stroke: 'var(--chart-compare)', strokeWidth: 1.25 } as const

/** The ground, the comparison, the line, its dots. */
const SERIES = 4

/**
 * How many of the series are drawn: each computes the whole chart anew when it comes, and all at once would hold up the
 * page. A picture for a file is drawn at once.
 */
const useOneByOne = (isAtOnce: boolean): number => {
  const [drawn, setDrawn] = useState(isAtOnce ? SERIES : 0)
  useEffect(
    () =>
      drawn < SERIES ? whenIdle(() => startTransition(() => setDrawn((before) => before + 1))) : undefined,
    [drawn],
  )
  return drawn
}

/** The lines of a line chart, drawn by recharts: on the screen, on paper and in files. Axes, cursor and words are around it. */
export function LinePlot({ points, ticks, size, fill = 'var(--chart-fill)' }: LinePlotProps) {
  const last = points.length - 1
  const data = seriesOf(points)
  const isStretched = size === undefined
  const drawn = useOneByOne(!isStretched)
  const { width, height } = size ?? STRETCHED
  const top = ticks.at(-1)?.value ?? 1
  const scaling = isStretched ? ({ vectorEffect: 'non-scaling-stroke' } as const) : {}
  /** A value between two gaps, which no line goes through: a stroke without length, which is round however it is stretched. */
  const lonely = ({ cx, cy, payload }: DotItemDotProps) =>
    (payload as { isLonely: boolean }).isLonely && (
      <path
        d={`M${cx} ${cy}h0`}
        stroke={series.stroke}
        strokeWidth={series.strokeWidth}
        strokeLinecap="round"
        {...scaling}
      />
    )
  return (
    <ComposedChart
      {...(size ?? STRETCHED)}
      data={data}
      margin={NO_MARGIN}
      accessibilityLayer={false}
      className="[&_svg]:overflow-visible"
    >
      <XAxis hide type="number" dataKey="at" domain={last === 0 ? [-1, 1] : [0, last]} />
      <YAxis hide type="number" width={0} domain={[0, top]} />
      {/* Lines of our own: each of the library's would be one more thing that it computes with every change. */}
      {ticks.map(({ value }) => {
        const y = height - (value / top) * height
        return (
          <path
            key={value}
            d={`M0 ${y}H${width}`}
            fill="none"
            stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'}
            {...scaling}
          />
        )
      })}
      {drawn > 0 && (
        <Area {...still} type="linear" dataKey="whole" stroke="none" fill={fill} fillOpacity={1} />
      )}
      {drawn > 1 && (
        <Line {...series} {...dashed} {...scaling} dataKey="compared" strokeDasharray="5 4" dot={false} />
      )}
      {drawn > 2 && (
        <Line
          {...series}
          {...scaling}
          dataKey="whole"
          strokeLinecap="round"
          strokeLinejoin="round"
          dot={data.some(({ isLonely }) => isLonely) && lonely}
        />
      )}
      {drawn > 3 && <Line {...series} {...scaling} dataKey="dotted" strokeDasharray="2 3" dot={false} />}
    </ComposedChart>
  )
}
