/* Geometry of a line chart, shared by overlays and the plot, which loads later. */

/** Margins in pixels: half a label above, half a dot at the right, labels below. */
export const HEAD = 8
export const EDGE = 6
export const FOOT = 26

const FEWEST_SIGNS = 4
const SIGN = 8

/** Fixed width for axis labels, so that the plot doesn't resize while loading. */
export const axisWidth = (ticks: readonly { readonly words: string }[]): number =>
  Math.max(FEWEST_SIGNS, ...ticks.map(({ words }) => words.length)) * SIGN + 8
