import { identityOf, objectOf, ownerOfRecord, type StoredDay } from '#/server/archive/store/stored-day.ts'

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
