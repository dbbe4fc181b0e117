import { COUNTS, type Counts } from '#/analytics/columns/traits.ts'
import type { ChangeRow } from '#/analytics/figures/changes.ts'
import type { ReportTable, TableName, ReportRow } from '#/analytics/figures/tables.ts'
import { valueWords } from '#/domain/contact-list/dimension-labels.ts'
import type { RowOrder } from '#/ui/table/table.tsx'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'

/** Contacts by one thing they have in common. */
export interface BreakdownSpec {
  /** In the names of files: `search-requests`. */
  readonly name: string
  readonly by: (TableName & ReportFilter) | 'object'
  readonly title: () => string
  /** What the contacts are called that have none. */
  readonly without: () => string
  /** Its rows have calls of their own that can be missed. */
  readonly hasCalls?: boolean
  /** Only who answers a call has his name on it: what is missed says nothing of a row. */
  readonly isOfAnswered?: boolean
}

/** @param objectTitle of an object's oid */
export const nameOf = (
  { by, without }: BreakdownSpec,
  { value }: Pick<ReportRow, 'value'>,
  objectTitle?: (oid: string | null) => string | null,
): string => (value === null ? without() : valueWords(by, value, objectTitle))

/** What a breakdown can be ordered by. */
export type BreakdownOrder = RowOrder<'contacts' | 'change'>

/** A row with how many contacts more or fewer it has; null: that is not known. */
export interface ChangedRow extends ReportRow {
  readonly changed: ChangeRow | null
}

const NOTHING_NOW = {
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  deals: 0,
  won: 0,
  sums: [],
}

/** Rows, and after them those that had contacts before and have none now. */
export const withGone = (rows: readonly ReportRow[], changes: readonly ChangeRow[]): ReportRow[] => {
  const known = new Set(rows.map(({ value }) => value))
  return [
    ...rows,
    ...changes.flatMap(({ value, now }) =>
      now.part === 0 && !known.has(value) ? [{ ...NOTHING_NOW, value }] : [],
    ),
  ]
}

/** Rows in an order, with those that had contacts before and have none now. */
export const changedRows = (
  rows: readonly ReportRow[],
  changes: readonly ChangeRow[],
  { column, direction }: BreakdownOrder,
): ChangedRow[] => {
  const byValue = new Map(changes.map((row) => [row.value, row]))
  const all = withGone(rows, changes).map((row) => ({ ...row, changed: byValue.get(row.value) ?? null }))
  const sign = direction === 'ascending' ? 1 : -1
  if (column === 'contacts') return direction === 'descending' ? all : all.toReversed()
  return all.toSorted(
    (a, b) =>
      Number(a.changed === null) - Number(b.changed === null) ||
      sign * ((a.changed?.change ?? 0) - (b.changed?.change ?? 0)),
  )
}

/** Rows that are shown before the user asks for all. */
export const FIRST_ROWS = { desk: 8, phone: 3 }

/**
 * The first rows that have a value, and after them the one of contacts that have none.
 * @param limit of rows with a value
 */
export const shownBreakdownRows = <R extends Pick<ReportRow, 'value'>>(
  { rows }: { readonly rows: readonly R[] },
  limit: number,
): R[] => [
  ...rows.filter(({ value }) => value !== null).slice(0, limit),
  ...rows.filter(({ value }) => value === null),
]

/** The longest bar: of rows that have a value, since those without are often more than all others. */
export const longestOf = (rows: readonly ReportRow[]): number =>
  Math.max(1, ...rows.map(({ value, contacts }) => (value === null ? 0 : contacts)))

/** How many rows have a value. Whether one has none is known of those that are here: it is among the first by contacts. */
export const namedTotal = ({ rows, total }: Pick<ReportTable, 'rows' | 'total'>): number =>
  total - (rows.some(({ value }) => value === null) ? 1 : 0)
