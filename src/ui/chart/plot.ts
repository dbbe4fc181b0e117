/*
 * Where the marks of a chart stand: pure geometry, in per cent of the plot.
 */

/**
 * Round values from 0 on for an axis, `steps` of them at most above 0; the last is not below `max`.
 * @param smallest no step is smaller than this: 1 for what is counted
 */
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
  // Without the tail of 0.1 + 0.2.
  return Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)))
}

/** 3 × 0.1 is not below 0.3, whatever the machine says. */
const isAtLeast = (a: number, b: number) => a >= b * (1 - 1e-9)

/** Nearer to the last than this, a place has no room for words: a share of the distance between places. */
const CROWDED = 0.75

/**
 * Which of `count` places are marked on an axis that has room for the words of `room` of them: others evenly from the first
 * on, and the last. One that is too near to the last has no words.
 */
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

/** The middle of a place of `count`, from 0 to 100. The first and the last stand at the edges. */
export const acrossOf = (index: number, count: number): number =>
  count <= 1 ? 50 : (index / (count - 1)) * 100

/** The place of `count` that is nearest to a share of the width, 0 to 1. */
export const placeAt = (share: number, count: number): number =>
  Math.min(Math.max(Math.round(share * (count - 1)), 0), Math.max(count - 1, 0))

/** From nothing to the most. */
export const HEAT_LEVELS = 8

/** How dark a cell is: 0 to 7; `none`: there is nothing to show; `hatched`: too little to show it. */
export type HeatLevel = number | 'none' | 'hatched'

export interface PlotPoint {
  /** Null: nothing to draw, and the line has a gap. */
  readonly value: number | null
  /** The line from and to it is dotted. */
  readonly partial?: boolean | undefined
}

export interface ComparedPoint extends PlotPoint {
  readonly compared: number | null
  /** From where to where it may come to be. */
  readonly range?: readonly [low: number, high: number] | null
}

/**
 * Lines as rows of a data set, for lines that join what stands beside each other in a column and leave gaps at
 * nulls. Two values of which one is partial are joined in `dotted` alone; some that are joined in `whole` are there too,
 * under the same colour.
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
