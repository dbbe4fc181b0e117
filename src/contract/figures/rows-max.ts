/**
 * Rows of one answer of the overview that our server counts: more than anyone reads, and what is larger costs everyone else
 * the counter's time.
 */
export const FIGURES_ROWS_MAX = 5_000
