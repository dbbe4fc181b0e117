import { isArchiveOrder } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { instantOf } from '#/contract/day.ts'
import { isReadable, type Unreadable } from '#/contract/field.ts'

type Row = ListedCallRead | Unreadable
/** Sort key; Infinity: no value; null: unknown. */
type KeyOf = (row: Row) => number | null

const dateOf = (row: Row): unknown => {
  const raw: unknown = isReadable(row) ? row : row.raw
  return typeof raw === 'object' && raw !== null && 'date' in raw ? raw.date : null
}

const wallClockOf = (date: unknown): number | null =>
  instantOf(typeof date === 'string' ? `${date.slice(0, 19)}Z` : null)

const isBroken = (rows: readonly Row[], keyOf: KeyOf): boolean => {
  const rowKeys = rows.map(keyOf)
  let last = rowKeys.find((key) => key !== null) ?? Infinity
  const keys = rowKeys.map((key) => (last = key ?? last))
  const areAbsentFirst = keys[0] === Infinity && keys.some((key) => key !== Infinity)
  const place = (key: number) => (areAbsentFirst && key === Infinity ? -Infinity : key)
  return keys.some((key, at) => at > 0 && place(keys[at - 1] ?? key) > place(key))
}

/** Whether rows are out of the requested order. Days may be ordered by instant or local time: either is accepted. */
export const areUnordered = (rows: readonly Row[], filters: CallFilters): boolean => {
  if (!isArchiveOrder(filters)) return false
  const sign = filters.order_way === 'ASC' ? 1 : -1
  const by =
    (read: (row: Row) => number | null): KeyOf =>
    (row) => {
      const value = read(row)
      return value === null ? null : sign * value
    }
  if (filters.order_field === 'duration')
    return isBroken(rows, (row) =>
      isReadable(row) ? (row.duration === null ? Infinity : sign * row.duration) : null,
    )
  return (
    isBroken(
      rows,
      by((row) => instantOf(dateOf(row))),
    ) &&
    isBroken(
      rows,
      by((row) => wallClockOf(dateOf(row))),
    )
  )
}
