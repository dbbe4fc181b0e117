import { getLocale } from '#/i18n/locale.ts'
import type { RowOrder, SortDirection } from '#/ui/table/table.tsx'

/** A press on a header: the same column turns round, another one starts in the direction that is asked of it first. */
export const pressHeader = <C extends string>(
  order: RowOrder<C>,
  column: C,
  first: SortDirection,
): RowOrder<C> => {
  if (order.column !== column) return { column, direction: first }
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}

/**
 * Rows in a new array, sorted by `value`; equal ones by `name`, and names that a reader takes for the same ("c" and
 * "C") by their characters, so that the order never depends on the one the rows came in. Absent values come last in
 * both directions: a missing count is not a small one.
 */
export const sortRows = <T>(
  rows: readonly T[],
  direction: SortDirection,
  value: (row: T) => string | number | null,
  name: (row: T) => string,
): T[] => {
  const { compare } = new Intl.Collator(getLocale(), { numeric: true, sensitivity: 'base' })
  const sign = direction === 'ascending' ? 1 : -1
  return rows.toSorted((a, b) => {
    const x = value(a)
    const y = value(b)
    const absent = Number(x === null) - Number(y === null)
    if (absent !== 0) return absent
    const order =
      typeof x === 'number' && typeof y === 'number' ? x - y : compare(String(x ?? ''), String(y ?? ''))
    const p = name(a)
    const q = name(b)
    return sign * order || compare(p, q) || Number(p > q) - Number(p < q)
  })
}
