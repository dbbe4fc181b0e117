import type { ListedUnreadable } from './unreadable.ts'
import type { StoredColumns } from './stored-columns.ts'

/** A list in memory: contacts in order, and the day each is stored under; records are read per page. */
export interface CachedList {
  readonly total: number
  readonly day: Uint16Array
  /** NaN: an unreadable record. */
  readonly id: Float64Array
  /** Index into {@link CachedList.oids}; of an unreadable record its place within its day. */
  readonly object: Uint32Array
  readonly oids: readonly (string | null)[]
  readonly titles: ReadonlyMap<string, string>
}

export type ListEntry = number | ListedUnreadable

export const toCachedList = (
  { data, listed }: StoredColumns,
  entries: readonly ListEntry[] | Uint32Array,
): CachedList => {
  const { codes, values } = data.by.object
  const total = entries.length
  const day = new Uint16Array(total)
  const id = new Float64Array(total)
  const object = new Uint32Array(total)
  for (let at = 0; at < total; at++) {
    const entry = entries[at]!
    const isRow = typeof entry === 'number'
    day[at] = isRow ? listed[entry]! : entry.day
    id[at] = isRow ? data.id[entry]! : Number.NaN
    object[at] = isRow ? codes[entry]! : entry.place
  }
  return { total, day, id, object, oids: values, titles: data.objectTitles }
}

/**
 * Inserts unreadable records where the API listed them.
 * @param rows newest first
 */
export const withUnreadable = (
  { data, listed }: StoredColumns,
  rows: Uint32Array,
  unreadable: readonly ListedUnreadable[],
): readonly ListEntry[] | Uint32Array => {
  if (unreadable.length === 0) return rows
  const { codes, values } = data.by.object
  const keyOf = (day: number, oid: string | null, id: number) => `${day} ${oid ?? ''} ${id}`
  const below = Map.groupBy(unreadable, ({ day, below: contact }) =>
    contact === null ? `${day}` : keyOf(day, contact.oid, contact.id),
  )
  const take = (key: string): readonly ListedUnreadable[] => {
    const some = below.get(key) ?? []
    below.delete(key)
    return some
  }
  const days = [...new Set(unreadable.map(({ day }) => day))].toSorted((a, b) => b - a)
  const entries: ListEntry[] = []
  for (const row of rows) {
    // A day's first entries precede its first contact; some days hold nothing else.
    while (days.length > 0 && days[0]! >= listed[row]!) entries.push(...take(`${days.shift()}`))
    entries.push(row, ...take(keyOf(listed[row]!, values[codes[row]!]!, data.id[row]!)))
  }
  for (const day of days) entries.push(...take(`${day}`))
  for (const some of below.values()) entries.push(...some)
  return entries
}
