import { identityOf, objectOf, ownerOfRecord, type StoredDay } from '#/server/archive/store/stored-day.ts'
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

export interface ListedUnreadable {
  readonly day: number
  readonly place: number
  /** The contact above it; null: it was the day's first. */
  readonly below: { readonly oid: string | null; readonly id: number } | null
}

/** @param oid only records of this object; null: all */
export const unreadableOf = ({ records }: StoredDay, day: number, oid: string | null): ListedUnreadable[] => {
  const all: ListedUnreadable[] = []
  let below: ListedUnreadable['below'] = null
  records.forEach((raw, place) => {
    const identity = identityOf(raw)
    if (identity === null) {
      if (oid === null || ownerOfRecord(raw) === oid) all.push({ day, place, below })
      return
    }
    const owner = objectOf(raw)
    if (oid === null || owner === oid) below = { oid: owner, id: identity.id }
  })
  return all
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
