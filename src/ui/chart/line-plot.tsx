import { memo, useId, useMemo } from 'react'
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Curve,
  DefaultZIndexes,
  Line,
  ReferenceArea,
  ReferenceDot,
  ReferenceLine,
  Tooltip,
  usePlotArea,
  useXAxisScale,
  useYAxisScale,
  XAxis,
  YAxis,
  ZIndexLayer,
  type CurveProps,
  type XAxisTickContentProps,
} from 'recharts'
import { classNames } from '#/ui/class-names.ts'
import type { LinePlotProps, LineTip, Stretch } from './line-chart.tsx'
import { EDGE, FOOT, HEAD, axisWidth } from './line-box.ts'
import { seriesOf } from './plot.ts'

/** Minimum share of the width for a second line of text. */
const ROOM_FOR_WORDS = 0.36
/** Minimum share of the height for a label under a dot. */
const ROOM_BELOW = 0.16

const axis = { fontSize: 12, fill: 'var(--text-3)' }
const still = { isAnimationActive: false, type: 'linear' } as const
const area = { ...still, stroke: 'none', fillOpacity: 1, activeDot: false } as const
/** Without a ref: recharts would measure the path with each render, for an animation, and force a layout. */
const StillCurve = ({ pathRef: _ref, ...curve }: CurveProps) => <Curve {...curve} />
const line = {
  ...still,
  shape: StillCurve,
  dot: false,
  stroke: 'var(--chart-1)',
  strokeWidth: 2,
  activeDot: { r: 4, fill: 'var(--chart-1)', stroke: 'none' },
} as const
/** Above the grid, below the lines. */
const band = { zIndex: DefaultZIndexes.barBackground, fillOpacity: 1 }
const openDot = { r: 4, fill: 'var(--bg)', stroke: 'var(--chart-1)', strokeWidth: 2 }
const comparedDot = { r: 3, fill: 'var(--bg)', stroke: 'var(--chart-compare)', strokeWidth: 1 }

const MARGIN = { top: HEAD, right: EDGE, bottom: 0, left: 0 }
const FULL = { width: '100%', height: '100%' }
const PAPER = { width: '100%', height: 'auto' }

/** Lines, axes and marks. Static, and loaded after the figures. */
export const LinePlot = ({ size, at = null, tip, ...drawn }: LinePlotProps) => {
  const { points } = drawn
  const data = useMemo(() => seriesOf(points).map((row, index) => ({ ...row, index })), [points])
  return (
    <ComposedChart
      {...(size ?? { responsive: true })}
      data={data}
      accessibilityLayer={false}
      margin={MARGIN}
      style={size ? PAPER : FULL}
      className={classNames(
        'tabular-nums [&_.recharts-tooltip-wrapper]:z-(--z-index-sticky) forced-colors:[&_text]:fill-[CanvasText]',
        size && '[&_text]:text-11',
      )}
    >
      <Drawn {...drawn} />
      {tip && (
        <Tooltip
          // Controlled by its owner: the chart itself handles no events.
          {...(at !== null && { defaultIndex: at })}
          active={at !== null}
          filterNull={false}
          isAnimationActive={false}
          cursor={{ stroke: 'var(--line-control)' }}
          offset={12}
          position={{ y: HEAD }}
          content={at === null ? nothing : <Tip {...tip(at)} />}
        />
      )}
    </ComposedChart>
  )
}

const nothing = () => null

/** From the middle before its first place to the middle after its last. */
const across = ({ first, last: end }: Stretch, last: number) => ({
  x1: last === 0 ? -1 : Math.max(first - 0.5, 0),
  x2: last === 0 ? 1 : Math.min(end + 0.5, last),
})

/** Separate from the cursor, which moves often: drawing a year takes longer than a frame. */
const Drawn = memo(function Drawn({
  points,
  ticks,
  places,
  chosen,
  drawn,
  blanks = [],
  unfinished,
}: LinePlotProps) {
  const hatch = useId()
  const last = points.length - 1
  const top = ticks.at(-1)?.value ?? 1
  const placeLabel = new Map(places.map(({ index, words: text }) => [index, text]))
  const valueLabel = new Map(ticks.map(({ value, words: text }) => [value, text]))
  return (
    <>
      <defs>
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width={1} height={6} fill="var(--line)" />
        </pattern>
      </defs>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        type="number"
        dataKey="index"
        domain={last === 0 ? [-1, 1] : [0, last]}
        ticks={places.map(({ index }) => index)}
        tickFormatter={(index: number) => placeLabel.get(index) ?? ''}
        interval="preserveStartEnd"
        minTickGap={8}
        height={FOOT}
        tick={<PlaceLabel last={last} />}
        tickSize={4}
        tickMargin={6}
        tickLine={{ stroke: 'var(--line-strong)' }}
        axisLine={{ stroke: 'var(--line-strong)' }}
      />
      <YAxis
        domain={[0, top]}
        ticks={ticks.map(({ value }) => value)}
        tickFormatter={(value: number) => valueLabel.get(value) ?? ''}
        interval={0}
        width={axisWidth(ticks)}
        tick={axis}
        tickSize={0}
        tickMargin={8}
        axisLine={false}
      />
      {chosen && <ReferenceArea {...across(chosen, last)} {...band} fill="var(--selected)" />}
      {drawn && <ReferenceArea {...across(drawn, last)} {...band} fill="var(--press)" />}
      {blanks.map((blank) => (
        <ReferenceArea key={blank.first} {...across(blank, last)} {...band} fill={`url(#${hatch})`} />
      ))}
      {points.some(({ range }) => range != null) && <Area {...area} dataKey="range" fill="var(--heat-2)" />}
      <Area {...area} dataKey="whole" fill="var(--chart-fill)" />
      <Line
        {...line}
        dataKey="compared"
        stroke="var(--chart-compare)"
        strokeWidth={1.25}
        strokeDasharray="5 4"
        activeDot={comparedDot}
      />
      <Line {...line} dataKey="whole" strokeLinecap="round" strokeLinejoin="round" />
      <Line {...line} dataKey="dotted" strokeDasharray="2 3" />
      {chosen && (
        <ReferenceLine
          segment={[
            { x: across(chosen, last).x1, y: 0 },
            { x: across(chosen, last).x2, y: 0 },
          ]}
          stroke="var(--accent)"
          strokeWidth={2}
          zIndex={DefaultZIndexes.scatter}
        />
      )}
      {unfinished && unfinishedDots(points, unfinished.index)}
      <ZIndexLayer zIndex={DefaultZIndexes.label}>
        {blanks.map((blank) => (
          <BlankLabel key={blank.first} lines={blank.lines ?? []} {...across(blank, last)} last={last} />
        ))}
        {unfinished && <UnfinishedLabel {...unfinished} points={points} top={top} />}
      </ZIndexLayer>
    </>
  )
})

/** Keeps the first and last label inside the plot. */
const PlaceLabel = ({
  x,
  y,
  payload,
  tickFormatter,
  last,
}: Partial<XAxisTickContentProps> & { last: number }) => {
  const plot = usePlotArea()
  const isLast = last > 0 && payload?.value === last
  const isFirst = last > 0 && payload?.value === 0
  return (
    <text
      {...axis}
      x={plot && isLast ? plot.x + plot.width + EDGE : x}
      y={y}
      dy="0.71em"
      textAnchor={isLast ? 'end' : isFirst ? 'start' : 'middle'}
    >
      {payload && tickFormatter?.(payload.value, payload.index ?? 0)}
    </text>
  )
}

const words = {
  fontSize: 12,
  fill: 'var(--text-2)',
  stroke: 'var(--bg)',
  strokeWidth: 5,
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
  className: 'forced-colors:stroke-[Canvas]',
} as const
const LINE = 16

const BlankLabel = ({
  lines,
  x1,
  x2,
  last,
}: {
  lines: readonly string[]
  x1: number
  x2: number
  last: number
}) => {
  const plot = usePlotArea()
  const scale = useXAxisScale()
  const [left, right] = [scale?.(x1), scale?.(x2)]
  if (lines.length === 0 || !plot || left === undefined || right === undefined) return null
  const isWide = right - left > plot.width * ROOM_FOR_WORDS
  const isLeft = x1 + x2 < last
  const x = isWide ? (left + right) / 2 : isLeft ? left + 6 : right - 6
  const y = isWide ? plot.y + plot.height / 2 - ((lines.length - 1) * LINE) / 2 + 4 : plot.y + LINE
  return (
    <text {...words} textAnchor={isWide ? 'middle' : isLeft ? 'start' : 'end'}>
      {(isWide ? lines : lines.slice(0, 1)).map((text, nth) => (
        <tspan
          key={text}
          x={x}
          y={y + nth * LINE}
          {...(nth === 0 && lines.length > 1 && { fill: 'var(--text)', fontWeight: 550 })}
        >
          {text}
        </tspan>
      ))}
    </text>
  )
}

const unfinishedDots = (points: LinePlotProps['points'], index: number) => {
  const { value, compared } = points[index] ?? { value: null, compared: null }
  if (value === null) return null
  return (
    <>
      {compared !== null && <ReferenceDot x={index} y={compared} {...comparedDot} />}
      <ReferenceDot x={index} y={value} {...openDot} />
    </>
  )
}

/** Below both dots, or beside them if there is no room. */
const UnfinishedLabel = ({
  points,
  index,
  words: text,
  top,
}: Pick<LinePlotProps, 'points'> & NonNullable<LinePlotProps['unfinished']> & { top: number }) => {
  const plot = usePlotArea()
  const xScale = useXAxisScale()
  const yScale = useYAxisScale()
  const { value = null, compared } = points[index] ?? {}
  if (!plot || value === null) return null
  const low = Math.min(value, compared ?? value)
  const [across, up] = [xScale?.(index), yScale?.(low)]
  if (across === undefined || up === undefined) return null
  const isLeft = index * 2 < points.length - 1
  const isHigh = low > top * ROOM_BELOW
  return (
    <text
      {...words}
      x={across + (isHigh ? 0 : isLeft ? 16 : -16)}
      y={isHigh ? up + 20 : plot.y + plot.height - 6}
      textAnchor={isLeft ? 'start' : 'end'}
    >
      {text}
    </text>
  )
}

const Tip = ({ place, value, compared }: LineTip) => (
  <div className="grid w-max max-w-60 gap-0.5 rounded-3 bg-raised px-2.5 py-2 text-12 text-text shadow-float forced-colors:border">
    <span className="text-text-3">{place}</span>
    <span className="font-semibold">{value}</span>
    {compared !== undefined && <span className="text-text-2">{compared}</span>}
  </div>
)
