/* Geometry of chart marks in percent of the plot. */

export function roundTicks(max: number, { steps = 4, smallest = 0 } = {}): number[] {
  const wanted = Math.max(Number.isFinite(max) && max > 0 ? max : 0, smallest) / steps
  if (wanted === 0) return [0, 1]
  const size = 10 ** Math.floor(Math.log10(wanted))
  const rounds = [1, 2, 5, 10, 20].map((round) => round * size)
  const step = Math.max(rounds.find((round) => isAtLeast(round * steps, wanted * steps)) ?? wanted, smallest)
  const count = Math.max(
    Array.from({ length: steps }, (_, n) => n + 1).find((n) => isAtLeast(n * step, max)) ?? steps,
    1,
  )
  // Removes floating-point noise as of 0.1 + 0.2.
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)))
}

/** Tolerates floating-point noise: 3 × 0.1 ≥ 0.3. */
const isAtLeast = (a: number, b: number) => a >= b * (1 - 1e-9)

/** Minimum distance of a label from the last, in steps. */
const CROWDED = 0.75

/** Evenly spaced marks for `room` labels, plus the last; a mark too close to it has no label. */
export function marked(count: number, room: number): { readonly index: number; readonly isNamed: boolean }[] {
  if (count <= 1) return count === 1 ? [{ index: 0, isNamed: true }] : []
  const last = count - 1
  const stride = Math.ceil(last / Math.max(room - 1, 1))
  return [
    ...Array.from({ length: Math.ceil(last / stride) }, (_, nth) => nth * stride).map((index) => ({
      index,
      isNamed: index === 0 || last - index >= stride * CROWDED,
    })),
    { index: last, isNamed: true },
  ]
}

/** Position in percent; the first and last are at the edges. */
export const acrossOf = (index: number, count: number): number =>
  count <= 1 ? 50 : (index / (count - 1)) * 100

export const placeAt = (share: number, count: number): number =>
  Math.min(Math.max(Math.round(share * (count - 1)), 0), Math.max(count - 1, 0))

export const HEAT_LEVELS = 8

/** 0 to 7; `none`: no value; `hatched`: too few to show. */
export type HeatLevel = number | 'none' | 'hatched'

export interface PlotPoint {
  /** Null: a gap. */
  readonly value: number | null
  /** Dotted on both sides. */
  readonly partial?: boolean | undefined
}

export interface ComparedPoint extends PlotPoint {
  readonly compared: number | null
  /** Range of possible values. */
  readonly range?: readonly [low: number, high: number] | null
}

/**
 * Data rows for line charts with gaps at nulls. Segments to a partial value are only in `dotted`, some full ones
 * in both, in the same color.
 */
export const seriesOf = (points: readonly ComparedPoint[]) => {
  const isPartial = (index: number) => points[index]?.partial === true
  const isKnown = (index: number) => (points[index]?.value ?? null) !== null
  return points.map(({ value, compared, range = null }, at) => {
    const isLonely = value !== null && !isKnown(at - 1) && !isKnown(at + 1)
    return {
      whole: isPartial(at) && !isLonely ? null : value,
      dotted: isPartial(at - 1) || isPartial(at) || isPartial(at + 1) ? value : null,
      compared,
      range,
    }
  })
}
