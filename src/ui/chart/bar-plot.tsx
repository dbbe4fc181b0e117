import { Bar, BarChart, XAxis, YAxis } from 'recharts'
import type { BarColumnProps } from './bar-column.tsx'
import { Drawn } from './drawn.tsx'
import type { Size } from './use-size.ts'

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }

/** The bars of a column, drawn by recharts: one to each row, in the middle of it. */
export function BarPlot({
  shares,
  thickness,
  size,
  onDrawn,
}: Pick<BarColumnProps, 'shares' | 'thickness'> & { size: Size; onDrawn: () => void }) {
  const data = shares.map((share, row) => ({ row, share: Math.min(Math.max(share, 0), 1) }))
  const radius = thickness / 2
  return (
    <BarChart {...size} layout="vertical" data={data} margin={NO_MARGIN} accessibilityLayer={false}>
      <XAxis hide type="number" domain={[0, 1]} />
      <YAxis hide type="category" dataKey="row" width={0} />
      <Bar
        dataKey="share"
        fill="var(--chart-1)"
        barSize={thickness}
        radius={radius}
        minPointSize={2}
        activeBar={false}
        isAnimationActive={false}
        background={{ fill: 'var(--hover)', radius }}
        className="forced-colors:[&_path]:fill-[CanvasText]"
      />
      <Drawn onDrawn={onDrawn} />
    </BarChart>
  )
}
