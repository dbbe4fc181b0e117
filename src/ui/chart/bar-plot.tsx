import { Bar, BarChart, XAxis, YAxis } from 'recharts'

export interface BarPlotProps {
  /** Of the whole width, 0 to 1; one to each row, from the top. */
  readonly shares: readonly number[]
  /** In pixels. */
  readonly thickness: number
}

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }
const WHOLE_BOX = { width: '100%', height: '100%' }

/** The bars of a column, drawn by recharts: one to each row, in the middle of it. */
export function BarPlot({ shares, thickness }: BarPlotProps) {
  const data = shares.map((share, row) => ({ row, share: Math.min(Math.max(share, 0), 1) }))
  const radius = thickness / 2
  return (
    <BarChart
      responsive
      style={WHOLE_BOX}
      layout="vertical"
      data={data}
      margin={NO_MARGIN}
      accessibilityLayer={false}
    >
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
    </BarChart>
  )
}
