import { COUNTS, type Counts } from '#/analytics/columns/aggregate.ts'
import { TOO_FEW } from '#/analytics/judge/findings.ts'
import type { TableRow } from '#/analytics/worker/report.ts'
import { wilson, type RateRange } from '#/analytics/judge/wilson.ts'
import type { SortDirection } from '#/ui/data/table.tsx'

/** What can be said of a row's rates: nothing of one with too few contacts, where chance says it all. */
export interface Judged {
  readonly row: TableRow
  /** With its 95% range; null: too few contacts to judge. */
  readonly target: RateRange | null
  /** Null: too few contacts to judge, or no calls. */
  readonly missed: RateRange | null
  /** Its calls are missed more often than all others', by more than chance: the ranges do not touch. */
  readonly missesMore: boolean
}

/** All rows of a table together, in which every contact is once. */
export const totalOf = (rows: readonly Counts[]): Counts =>
  Object.fromEntries(
    COUNTS.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]),
  ) as unknown as Counts

/** @param whole what the row is a part of */
export const judge = (row: TableRow, whole: Counts): Judged => {
  if (row.contacts < TOO_FEW) return { row, target: null, missed: null, missesMore: false }
  const missed = wilson(row.missed, row.calls)
  const others = wilson(whole.missed - row.missed, whole.calls - row.calls)
  return {
    row,
    target: wilson(row.target, row.contacts),
    missed,
    missesMore: row.calls >= TOO_FEW && missed !== null && others !== null && missed.low > others.high,
  }
}

/** The direction a column is asked for first. */
export const FIRST_DIRECTION = {
  name: 'ascending',
  contacts: 'descending',
  first_time: 'descending',
  target_rate: 'descending',
  missed_rate: 'descending',
  deals: 'descending',
  sum: 'descending',
  won: 'descending',
} as const satisfies Record<string, SortDirection>
export type SourceColumn = keyof typeof FIRST_DIRECTION

/**
 * What rows are ordered by. A target rate by the lower end of its range: a high rate of few contacts promises less than
 * it shows. A sum by that of its biggest CRM, since sums of several cannot be added (G28).
 */
const VALUE: Record<SourceColumn, (judged: Judged) => string | number | null> = {
  name: ({ row }) => row.value,
  contacts: ({ row }) => row.contacts,
  first_time: ({ row }) => row.first_time,
  target_rate: ({ target }) => target?.low ?? null,
  missed_rate: ({ missed }) => missed?.rate ?? null,
  deals: ({ row }) => row.deals,
  sum: ({ row }) => row.sums[0]?.sum ?? null,
  won: ({ row }) => row.won,
}

/**
 * Rows of one level in a new array. What has no value, such as a rate of too few contacts, comes last in both directions;
 * equal ones by contacts, the most first.
 */
export const orderRows = (
  rows: readonly Judged[],
  column: SourceColumn,
  direction: SortDirection,
  language: string,
): Judged[] => {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const [x, y] = [VALUE[column](a), VALUE[column](b)]
    const absent = Number(x === null) - Number(y === null)
    const order = typeof x === 'number' && typeof y === 'number' ? x - y : compare(`${x ?? ''}`, `${y ?? ''}`)
    return (
      absent ||
      sign * order ||
      b.row.contacts - a.row.contacts ||
      compare(a.row.value ?? '', b.row.value ?? '')
    )
  })
}

/** The end of the scale on which ranges are drawn, a share: whole tenths, so that it seldom moves. */
export const scaleOf = (rows: readonly Judged[]): number =>
  Math.min(Math.ceil(Math.max(0.1, ...rows.map(({ target }) => target?.high ?? 0)) * 10) / 10, 1)

/** Whether deals of several CRMs stand in a table: each sum then says whose it is. */
export const crmsOf = (rows: readonly TableRow[]): ReadonlySet<string | null> =>
  new Set(rows.flatMap(({ sums }) => sums.map(({ crm }) => crm)))
