import type { CallFilters } from '#/contract/call-filters.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { instantOf } from '#/contract/day.ts'
import { isReadable, type Unreadable } from '#/contract/field.ts'
import {
  beginsAbsent,
  compareDeciding,
  filledKeys,
  isMergeable,
  sortKeyOf,
  type SortKey,
} from './sort-key.ts'

/** A moment by the clock it shows, whatever its offset. */
const wallOf = (date: unknown): number | null =>
  instantOf(typeof date === 'string' ? `${date.slice(0, 19)}Z` : null)

const isBroken = (keys: readonly SortKey[]): boolean => {
  const areAbsentFirst = beginsAbsent(keys)
  return keys.some((key, at) => at > 0 && compareDeciding(keys[at - 1] ?? key, key, areAbsentFirst) > 0)
}

/**
 * Whether rows that follow one another stand in another order than was asked for, as far as can be told. Days may be ordered
 * by moments or by the clocks they show: a list that keeps either keeps its order.
 */
export const areUnordered = (
  records: readonly (ListedCallRead | Unreadable)[],
  filters: CallFilters,
): boolean => {
  if (!isMergeable(filters) || !isBroken(filledKeys(records, sortKeyOf(filters), null))) return false
  if (filters.order_field !== undefined) return true
  const sign = filters.order_way === 'ASC' ? 1 : -1
  const byClock = (record: ListedCallRead | Unreadable): SortKey | null => {
    const wall = isReadable(record) ? wallOf(record.date) : null
    return wall === null ? null : [sign * wall]
  }
  return isBroken(filledKeys(records, byClock, null))
}
