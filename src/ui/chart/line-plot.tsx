import { areaPath, linePath, seriesOf, type ComparedPoint } from './plot.ts'

export interface LinePlotProps {
  readonly points: readonly ComparedPoint[]
  /** Rising from 0; the last is the top. */
  readonly ticks: readonly { readonly value: number }[]
  /** In pixels, as part of a picture; without it, the drawing is stretched over its box, which may change its size as it likes. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Of the ground below the line. */
  readonly fill?: string
}

/** Coordinates, not pixels: about the shape of a box on a desk, so that rounding shows nowhere. */
const STRETCHED = { width: 1000, height: 200 }
const line = { stroke: 'var(--chart-1)', strokeWidth: 2 } as const

/**
 * The lines of a line chart: on the screen, on paper and in files. Axes, cursor and words are around it. Four paths of our
 * own, there with the first figures: a chart library for them would be as large as all of the page.
 */
export function LinePlot({ points, ticks, size, fill = 'var(--chart-fill)' }: LinePlotProps) {
  const { width, height } = size ?? STRETCHED
  const top = ticks.at(-1)?.value ?? 1
  const box = { width, height, top }
  const series = seriesOf(points)
  const whole = series.map((row) => row.whole)
  const scaling = size ? {} : ({ vectorEffect: 'non-scaling-stroke' } as const)
  const lines = (
    <>
      {ticks.map(({ value }) => {
        const y = height - (value / top) * height
        return (
          <path
            key={value}
            d={`M0 ${y}H${width}`}
            stroke={value === 0 ? 'var(--line-strong)' : 'var(--line)'}
            {...scaling}
          />
        )
      })}
      <path d={areaPath(whole, box)} fill={fill} />
      <path
        d={linePath(
          series.map((row) => row.compared),
          box,
        )}
        stroke="var(--chart-compare)"
        strokeWidth={1.25}
        strokeDasharray="5 4"
        {...scaling}
      />
      <path d={linePath(whole, box)} {...line} strokeLinecap="round" strokeLinejoin="round" {...scaling} />
      <path
        d={linePath(
          series.map((row) => row.dotted),
          box,
        )}
        {...line}
        strokeDasharray="2 3"
        {...scaling}
      />
    </>
  )
  return size ? (
    <g fill="none">{lines}</g>
  ) : (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      className="block size-full overflow-visible"
    >
      {lines}
    </svg>
  )
}
