/** Limit of an answer's rows: more than anyone reads, and larger answers block other users. */
export const FIGURES_ROWS_MAX = 5_000
