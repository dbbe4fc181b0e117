import { identityOf, objectOf, ownerOfRecord, type StoredDay } from '#/server/archive/store/stored-day.ts'

/** A record that cannot be read, and where it was listed. */
export interface ListedUnreadable {
  readonly day: number
  /** Among all records of its day. */
  readonly place: number
  /** The contact it was listed below; null: the day began with it. */
  readonly below: { readonly oid: string | null; readonly id: number } | null
}

/** @param oid only those that say they are of this object; null: all */
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
