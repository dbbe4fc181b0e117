import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import type { ChangeRow, ReportTable, TableName, ReportRow } from '#/contract/figures/answers.ts'
import { valueLabel } from '#/domain/contact-list/dimension-labels.ts'
import type { RowOrder } from '#/ui/table/table.tsx'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'

export interface BreakdownSpec {
  /** In the names of files: `search-requests`. */
  readonly name: string
  readonly by: (TableName & ReportFilter) | 'object'
  readonly title: () => string
  readonly without: () => string
  /** Rows can have missed calls. */
  readonly hasCalls?: boolean
  /** Only answered calls have a manager, so missed calls say nothing about a row. */
  readonly isOfAnswered?: boolean
  /** A phone's overview would be too long with all of them open. */
  readonly isFoldedOnPhone?: boolean
}

export const nameOf = (
  { by, without }: BreakdownSpec,
  { value }: Pick<ReportRow, 'value'>,
  objectTitle?: (oid: string | null) => string | null,
): string => (value === null ? without() : valueLabel(by, value, objectTitle))

export type BreakdownOrder = RowOrder<'contacts' | 'change'>
export const BY_CONTACTS: BreakdownOrder = { column: 'contacts', direction: 'descending' }

/** Change in contacts; null: unknown. */
export interface ChangedRow extends ReportRow {
  readonly changed: ChangeRow | null
}

const NOTHING_NOW = {
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  deals: 0,
  won: 0,
  sums: [],
}

/** Appends rows that had contacts before but have none now. */
export const withGone = (rows: readonly ReportRow[], changes: readonly ChangeRow[]): ReportRow[] => {
  const known = new Set(rows.map(({ value }) => value))
  return [
    ...rows,
    ...changes.flatMap(({ value, now }) =>
      now.part === 0 && !known.has(value) ? [{ ...NOTHING_NOW, value }] : [],
    ),
  ]
}

/** Sorted rows, including those that have no contacts any more. */
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

export const FIRST_ROWS = { desk: 8, phone: 3 }

/**
 * The first rows with a value, then the row without one.
 * @param limit of rows with a value
 */
export const shownBreakdownRows = <R extends Pick<ReportRow, 'value'>>(
  { rows }: { readonly rows: readonly R[] },
  limit: number,
): R[] => [
  ...rows.filter(({ value }) => value !== null).slice(0, limit),
  ...rows.filter(({ value }) => value === null),
]

/** Longest bar among rows with a value; those without often outnumber all others. */
export const longestOf = (rows: readonly ReportRow[]): number =>
  Math.max(1, ...rows.map(({ value, contacts }) => (value === null ? 0 : contacts)))

/** Number of rows with a value, those without contacts now included if changes are given. */
export const namedTotal = (
  { rows, total }: Pick<ReportTable, 'rows' | 'total'>,
  changes: readonly ChangeRow[] = [],
): number => {
  const all = withGone(rows, changes)
  return total + all.length - rows.length - (all.some(({ value }) => value === null) ? 1 : 0)
}
