import {
  Bar,
  BarChart,
  LabelList,
  Rectangle,
  ReferenceLine,
  usePlotArea,
  XAxis,
  YAxis,
  type RectangleProps,
  type XAxisTickContentProps,
} from 'recharts'

export interface DayBarsProps {
  readonly days: readonly {
    readonly name: string
    /** Null: unknown, drawn as a dashed stroke. */
    readonly value: number | null
    /** Label over a red bar; null: none. */
    readonly words: string | null
  }[]
  readonly limit?: { readonly value: number; readonly words: string } | undefined
}

const HEAD = 16
const FOOT = 20

const small = { fontSize: 11 } as const

export const DayBars = ({ days, limit }: DayBarsProps) => {
  const top = Math.max(1, limit?.value ?? 0, ...days.map(({ value }) => value ?? 0))
  const last = days.length - 1
  return (
    <BarChart
      responsive
      data={days.map(({ value, words }, index) => ({ index, value: value ?? 0, words }))}
      accessibilityLayer={false}
      barCategoryGap="16%"
      margin={{ top: HEAD, right: 0, bottom: 0, left: 0 }}
      style={{ width: '100%', height: '100%' }}
      className="forced-colors:[&_text]:fill-[CanvasText]"
    >
      <XAxis
        dataKey="index"
        height={FOOT}
        ticks={last > 0 ? [0, last] : [0]}
        interval={0}
        tick={<EndLabel days={days} />}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-control)' }}
      />
      <YAxis hide domain={[0, top]} />
      <Bar dataKey="value" isAnimationActive={false} shape={<DayBar days={days} />}>
        <LabelList
          dataKey="words"
          position="top"
          offset={4}
          {...small}
          fontWeight={600}
          fill="var(--missed)"
        />
      </Bar>
      {limit && (
        <ReferenceLine
          y={limit.value}
          stroke="var(--text)"
          strokeDasharray="3 3"
          label={{
            value: limit.words,
            position: 'insideBottomLeft',
            ...small,
            fill: 'var(--text-2)',
            // Halo for readability over a bar.
            stroke: 'var(--raised)',
            strokeWidth: 3,
            paintOrder: 'stroke',
            className: 'forced-colors:stroke-[Canvas]',
          }}
        />
      )}
    </BarChart>
  )
}

const DayBar = ({
  days,
  index = 0,
  ...place
}: RectangleProps & Pick<DayBarsProps, 'days'> & { index?: number }) => {
  const { x = 0, y = 0, width = 0 } = place
  const day = days[index]
  return day === undefined || day.value === null ? (
    <path d={`M${x} ${y - 1}h${width}`} stroke="var(--line-control)" strokeDasharray="2 1.5" />
  ) : (
    <Rectangle {...place} fill={day.words === null ? 'var(--chart-8)' : 'var(--missed)'} />
  )
}

const EndLabel = ({ y, payload, days }: Partial<XAxisTickContentProps> & Pick<DayBarsProps, 'days'>) => {
  const plot = usePlotArea()
  const index = Number(payload?.value ?? 0)
  return (
    <text
      {...small}
      x={index > 0 && plot ? plot.x + plot.width : 2}
      y={y}
      dy="0.71em"
      textAnchor={index > 0 ? 'end' : 'start'}
      fill="var(--text-3)"
    >
      {days[index]?.name}
    </text>
  )
}
