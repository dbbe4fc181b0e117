import type { ReportTable, TableName, ReportRow } from '#/analytics/figures/tables.ts'
import { valueWords } from '#/domain/contact-list/dimension-labels.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'

/** Contacts by one thing they have in common. */
export interface BreakdownSpec {
  /** In the names of files: `search-requests`. */
  readonly name: string
  readonly by: TableName & ReportFilter
  readonly title: () => string
  /** What the contacts are called that have none. */
  readonly without: () => string
  /** Its rows have calls of their own that can be missed. */
  readonly hasCalls?: boolean
  /** Only who answers a call has his name on it: what is missed says nothing of a row. */
  readonly isOfAnswered?: boolean
}

export const nameOf = ({ by, without }: BreakdownSpec, { value }: Pick<ReportRow, 'value'>): string =>
  value === null ? without() : valueWords(by, value)

/** Rows that are shown before the user asks for all. */
export const FIRST_ROWS = 8

/**
 * The first rows that have a value, and after them the one of contacts that have none.
 * @param limit of rows with a value
 */
export const shownBreakdownRows = ({ rows }: Pick<ReportTable, 'rows'>, limit: number): ReportRow[] => [
  ...rows.filter(({ value }) => value !== null).slice(0, limit),
  ...rows.filter(({ value }) => value === null),
]

/** The longest bar: of rows that have a value, since those without are often more than all others. */
export const longestOf = (rows: readonly ReportRow[]): number =>
  Math.max(1, ...rows.map(({ value, contacts }) => (value === null ? 0 : contacts)))

/** How many rows have a value. Whether one has none is known of those that are here: it is among the first by contacts. */
export const namedTotal = ({ rows, total }: Pick<ReportTable, 'rows' | 'total'>): number =>
  total - (rows.some(({ value }) => value === null) ? 1 : 0)
