/*
 * Where the plot stands in the box of a line chart: what is over it and what draws it agree on that before either is there.
 */

/** Pixels beside the plot: half a word above it, half a dot at its right, the words of its places below. */
export const HEAD = 8
export const EDGE = 6
export const FOOT = 26

const FEWEST_SIGNS = 4
const SIGN = 8

/** Pixels for the words of the axis: room for what they may come to, so that the plot keeps its width while more is read. */
export const axisWidth = (ticks: readonly { readonly words: string }[]): number =>
  Math.max(FEWEST_SIGNS, ...ticks.map(({ words }) => words.length)) * SIGN + 8
