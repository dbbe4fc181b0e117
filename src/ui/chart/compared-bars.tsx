import { useId } from 'react'
import { Bar, BarChart, LabelList, Rectangle, XAxis, YAxis, type RectangleProps } from 'recharts'

export interface ComparedBar {
  label: string
  /** Undefined: unknown, no bar. */
  value: number | undefined
  words: string
  compared?: number | undefined
  comparedLabel?: string | undefined
  /** Incomplete. */
  isPartial?: boolean
}

export type ComparedBarsProps = {
  label: string
  bars: readonly ComparedBar[]
  series: readonly [measured: string, compared?: string | undefined]
  partial?: string | undefined
}

const BAR = 14
const ROW = 44
const EDGE = 8
/** Width of names, and of labels behind the longest bar. */
const NAMES = 152
const WORDS = 72

const words = { fontSize: 12, fill: 'var(--text)' }
const quietLabel = { fontSize: 12, fill: 'var(--text-3)' }
const known = (value: number | undefined) => value ?? 0

export function ComparedBars({ label, bars, series: [measured, compared], partial }: ComparedBarsProps) {
  const hatch = useId()
  const data = bars.map((bar) => ({
    ...bar,
    value: known(bar.value),
    compared: known(bar.compared),
  }))
  return (
    <figure className="min-w-0">
      <div role="img" aria-label={label}>
        <BarChart
          responsive
          layout="vertical"
          data={data}
          accessibilityLayer={false}
          barGap={2}
          margin={{ top: EDGE, right: WORDS, bottom: EDGE, left: 0 }}
          style={{ width: '100%', height: bars.length * ROW + 2 * EDGE }}
          className="forced-colors:[&_text]:fill-[CanvasText]"
        >
          <defs>
            <pattern
              id={hatch}
              width={6}
              height={6}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width={6} height={6} fill="var(--chart-1)" />
              <rect width={2} height={6} fill="var(--raised)" />
            </pattern>
          </defs>
          <XAxis type="number" domain={[0, 'dataMax']} hide />
          <YAxis
            type="category"
            dataKey="label"
            width={NAMES}
            interval={0}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            tick={{ fontSize: 12, fill: 'var(--text-2)' }}
          />
          <Bar
            dataKey="value"
            barSize={BAR}
            isAnimationActive={false}
            shape={<Measured bars={bars} hatch={hatch} />}
          >
            <LabelList dataKey="words" position="right" {...words} />
          </Bar>
          {compared !== undefined && (
            <Bar dataKey="compared" barSize={BAR} fill="var(--chart-compare)" isAnimationActive={false}>
              <LabelList dataKey="comparedLabel" position="right" {...quietLabel} />
            </Bar>
          )}
        </BarChart>
      </div>
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-12 text-text-2">
        <Key colour="var(--chart-1)">{measured}</Key>
        {compared !== undefined && <Key colour="var(--chart-compare)">{compared}</Key>}
        {partial !== undefined && bars.some(({ isPartial }) => isPartial) && (
          <Key colour="repeating-linear-gradient(45deg, var(--raised) 0 2px, var(--chart-1) 2px 6px)">
            {partial}
          </Key>
        )}
      </figcaption>
    </figure>
  )
}

const Measured = ({
  bars,
  hatch,
  index = 0,
  ...place
}: RectangleProps & { bars: readonly ComparedBar[]; hatch: string; index?: number }) => (
  <Rectangle {...place} fill={bars[index]?.isPartial === true ? `url(#${hatch})` : 'var(--chart-1)'} />
)

const Key = ({ colour, children }: { colour: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className="size-2.5 forced-color-adjust-none" style={{ background: colour }} />
    {children}
  </span>
)
