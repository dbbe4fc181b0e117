import { getLocale } from '#/i18n/locale.ts'
import type { RowOrder, SortDirection } from '#/ui/table/table.tsx'

/** Pressing the sorted column reverses it; another starts with its first direction. */
export const pressHeader = <C extends string>(
  order: RowOrder<C>,
  column: C,
  first: SortDirection,
): RowOrder<C> => {
  if (order.column !== column) return { column, direction: first }
  return { column, direction: order.direction === 'ascending' ? 'descending' : 'ascending' }
}

/**
 * Sorted copy by `value`, ties by `name`, then by code units, so that the order is deterministic. Missing values
 * last in both directions.
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
