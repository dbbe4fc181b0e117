import { createDataset, setUnreadable, type Dataset } from '#/analytics/columns/dataset.ts'
import { createSegmentTaker } from '#/analytics/columns/take-segments.ts'
import { segmentsFor } from '#/server/archive/hidden.ts'
import { unpack } from '#/server/archive/store/kept-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'

/** What is asked of the store. */
export type HeldStore = Pick<ArchiveStore, 'map' | 'segment' | 'segmentDays' | 'records'>

/** The contacts of some days as the archive has them: what has changed is read again, and nothing else. */
export interface HeldContacts {
  /** @returns how many contacts there are to be, of all objects */
  readonly begin: () => Promise<number>
  /**
   * Brings the columns up to date with what is kept.
   * @param onRows so many rows are there
   * @throws the signal's reason; what has come stays
   */
  readonly bring: (signal: AbortSignal, onRows: (rows: number) => void) => Promise<void>
  readonly data: Dataset
}

/** @param oid null: all objects @param hidden names of fields of a contact that must not be looked at (G12) */
export const createHeldContacts = (
  store: HeldStore,
  account: string,
  days: SegmentDays,
  oid: string | null,
  hidden: ReadonlySet<string>,
): HeldContacts => {
  let data: Dataset | null = null
  let taker: ReturnType<typeof createSegmentTaker> | null = null
  /** What each segment was as it was read, by its first day. */
  const read = new Map<number, { readonly is: string; readonly days: SegmentDays }>()

  const columns = (contacts: number): Dataset => {
    // Room for all of them at once: columns that grow by doubling are twice as large in the end.
    data ??= createDataset(oid === null ? Math.max(contacts, 1) : undefined)
    taker ??= createSegmentTaker(data, oid, days)
    return data
  }

  return {
    get data() {
      return columns(0)
    },
    begin: async () => {
      const map = await store.map(account, days)
      const contacts = map.reduce((sum, one) => sum + one.contacts, 0)
      setUnreadable(
        columns(contacts),
        map.reduce((sum, { unreadable }) => sum + unreadable, 0),
      )
      return contacts
    },
    bring: async (signal, onRows) => {
      const rows = columns(0)
      const now = new Map(
        (await store.segmentDays(account, days)).map(({ first, last, version, size }) => [
          first,
          { is: `${last} ${version} ${size}`, days: { first, last } },
        ]),
      )
      for (const [first, before] of read) {
        if (now.get(first)?.is === before.is) continue
        taker!.drop(before.days)
        read.delete(first)
      }
      onRows(rows.rows)
      for (const [first, segment] of now) {
        if (read.has(first)) continue
        // Between two of them, so that each is here whole or not at all.
        signal.throwIfAborted()
        const asked = {
          first: Math.max(segment.days.first, days.first),
          last: Math.min(segment.days.last, days.last),
        }
        for await (const { bytes, ...sent } of segmentsFor(store, account, asked, hidden))
          taker!.take(sent, await unpack(bytes))
        read.set(first, segment)
        onRows(rows.rows)
      }
    },
  }
}
