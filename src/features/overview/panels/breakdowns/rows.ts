import type { Table, TableRow } from '#/analytics/worker/tables.ts'

/** Rows that are shown before somebody asks for all. */
export const FIRST_ROWS = 8

/**
 * The first rows that have a value, and after them the one of contacts that have none.
 * @param limit of rows with a value
 */
export const shownRows = ({ rows }: Pick<Table, 'rows'>, limit: number): TableRow[] => [
  ...rows.filter(({ value }) => value !== null).slice(0, limit),
  ...rows.filter(({ value }) => value === null),
]

/** The longest bar: of rows that have a value, since those without are often more than all others. */
export const longestOf = (rows: readonly TableRow[]): number =>
  Math.max(1, ...rows.map(({ value, contacts }) => (value === null ? 0 : contacts)))

/** How many rows have a value. Whether one has none is known of those that are here: it is among the first by contacts. */
export const namedTotal = ({ rows, total }: Pick<Table, 'rows' | 'total'>): number =>
  total - (rows.some(({ value }) => value === null) ? 1 : 0)
