import type { CallFilters, OrderField } from '#/contract/call-filters.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { instantOf } from '#/contract/day.ts'
import { isReadable, type Unreadable } from '#/contract/field.ts'

/**
 * Where a row stands among those of other lists in the same order: the first number decides, the others where it is equal.
 * Smaller ones come first, whichever way the list goes. `Infinity`: there is no value.
 */
export type SortKey = readonly [number, ...number[]]

export const NO_KEY: SortKey = [Infinity]

const compareNumbers = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0)

export interface KeyOrder {
  /** Whether what has no value comes first: not shown, so that a list that has both tells. */
  readonly areAbsentFirst: boolean
  /** Whether the other numbers of a key are compared as well. */
  readonly hasTies: boolean
}

/** Rows of a list begin with one without a value, and others have one. */
export const beginsAbsent = (keys: readonly SortKey[]): boolean =>
  keys[0]?.[0] === Infinity && keys.some(([key]) => key !== Infinity)

/** Compares by what decides alone. */
export const compareDeciding = (a: SortKey, b: SortKey, areAbsentFirst: boolean): number => {
  const deciding = ([first]: SortKey) => (areAbsentFirst && first === Infinity ? -Infinity : first)
  return compareNumbers(deciding(a), deciding(b))
}

export const compareKeys = (
  a: SortKey,
  b: SortKey,
  { areAbsentFirst, hasTies }: KeyOrder = { areAbsentFirst: false, hasTies: true },
): number => {
  let order = compareDeciding(a, b, areAbsentFirst)
  if (hasTies)
    for (let at = 1; order === 0 && at < Math.min(a.length, b.length); at++)
      order = compareNumbers(a[at] ?? 0, b[at] ?? 0)
  return order
}

/** Orders in which lists of contacts can be merged: of texts the service's collation is not known (G27). */
export const isMergeable = ({ order_field }: { readonly order_field?: OrderField | undefined }): boolean =>
  order_field === undefined || order_field === 'duration'

/**
 * What a contact is ordered by under these filters; null: it does not say, so that it belongs where the service put it.
 * Equal ones are told apart by date and number, as the service itself may do it.
 */
export const sortKeyOf = ({
  order_field,
  order_way,
}: CallFilters): ((record: ListedCallRead | Unreadable) => SortKey | null) => {
  const sign = order_way === 'ASC' ? 1 : -1
  if (order_field === 'duration')
    return (record) => {
      if (!isReadable(record)) return null
      const { duration, date, id } = record
      return [duration === null ? Infinity : sign * duration, -(instantOf(date) ?? 0), -id]
    }
  return (record) => {
    const raw: unknown = isReadable(record) ? record : record.raw
    const date = typeof raw === 'object' && raw !== null && 'date' in raw ? raw.date : null
    const instant = instantOf(date)
    return instant === null ? null : [sign * instant, isReadable(record) ? sign * record.id : 0]
  }
}

/**
 * The keys of rows as they follow one another: one without a key of its own goes with the row before it, else with the
 * one after it.
 */
export const filledKeys = <R>(
  records: readonly R[],
  keyOf: (record: R) => SortKey | null,
  before: SortKey | null,
): SortKey[] => {
  const keys = records.map(keyOf)
  const firstKey = keys.find((key) => key !== null) ?? NO_KEY
  let last = before ?? firstKey
  return keys.map((key) => (last = key ?? last))
}
