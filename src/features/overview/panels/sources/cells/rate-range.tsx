import type { RateRange as Range } from '#/analytics/evaluation/wilson.ts'

const WIDTH = 80
const HEIGHT = 20
const RADIUS = 3.5

/** The dot is the rate, the bar its 95% range, the dotted line the average of all. Says nothing its row does not. */
export const RateRangeBar = ({
  range,
  average,
  scale,
}: {
  range: Range
  /** A share; null: there is none. */
  average: number | null
  /** The share at the right end; what goes further is cut off there. */
  scale: number
}) => {
  const x = (share: number) => RADIUS + (share / scale) * (WIDTH - 2 * RADIUS)
  return (
    <svg width={WIDTH} height={HEIGHT} aria-hidden="true" className="shrink-0">
      <path d={`M0 10H${WIDTH}`} className="stroke-line" />
      {average !== null && (
        <path d={`M${x(average)} 0V${HEIGHT}`} stroke="var(--chart-compare)" strokeDasharray="2 2" />
      )}
      <rect
        x={x(range.low)}
        y={7}
        width={Math.max(x(range.high) - x(range.low), 2)}
        height={6}
        rx={3}
        fill="var(--chart-1)"
        opacity={0.45}
      />
      <circle cx={x(range.rate)} cy={10} r={RADIUS} fill="var(--chart-1)" />
    </svg>
  )
}
