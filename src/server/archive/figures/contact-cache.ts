import { createDataset, setUnreadable, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { createSegmentTaker } from '#/server/metrics/columns/take-segments.ts'
import { segmentsFor } from '#/server/archive/hidden.ts'
import { createMasks, type Masks } from '#/server/privacy-mode/masks.ts'
import { unpack, pack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import type { Dimension } from '#/contract/figures/dimensions.ts'
import { appendSegment, encodeSegment } from '#/server/metrics/columns/segment.ts'

/** A segment with masked dictionaries; the rows stay. */
const maskedSegment = async (bytes: Uint8Array, masks: Masks): Promise<Uint8Array<ArrayBuffer>> => {
  const data = createDataset()
  appendSegment(data, await unpack(bytes))
  const changed = (name: Dimension, change: (text: string) => string) => ({
    ...data.by[name],
    values: Array.from(data.by[name].values, (value) => value && change(value)),
  })
  const by: Dataset['by'] = {
    ...data.by,
    caller: changed('caller', masks.phone),
    manager: changed('manager', masks.names),
    source: changed('source', masks.rest),
    campaign: changed('campaign', masks.rest),
    search_request: changed('search_request', masks.rest),
    page: changed('page', masks.rest),
  }
  const objectTitles = new Map([...data.objectTitles].map(([oid, title]) => [oid, masks.title(title)]))
  return pack(encodeSegment({ ...data, by, objectTitles }))
}

export type ContactCacheStore = Pick<ArchiveStore, 'map' | 'segment' | 'segmentDays' | 'records'>

/** An account's contacts in memory; an update reads changed segments only. */
export interface ContactCache {
  readonly begin: () => Promise<number>
  /**
   * Brings the columns up to date.
   * @param onRows rows so far
   * @throws the signal's reason; what was read stays
   */
  readonly bring: (signal: AbortSignal, onRows: (rows: number) => void) => Promise<void>
  readonly data: Dataset
}

interface SeenContacts {
  readonly account: string
  readonly days: SegmentDays
  readonly oid: string | null
  readonly hidden: ReadonlySet<string>
  readonly presentation: string | null
}

export const createContactCache = (
  store: ContactCacheStore,
  { account, days, oid, hidden, presentation }: SeenContacts,
): ContactCache => {
  const masks = presentation === null ? null : createMasks(presentation)
  let data: Dataset | null = null
  let taker: ReturnType<typeof createSegmentTaker> | null = null
  const read = new Map<number, { readonly is: string; readonly days: SegmentDays }>()

  const columns = (contacts: number): Dataset => {
    // Allocated once: growing by doubling can take twice the memory.
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
        // Between segments, so that each is complete.
        signal.throwIfAborted()
        const requested = {
          first: Math.max(segment.days.first, days.first),
          last: Math.min(segment.days.last, days.last),
        }
        for await (const { bytes, ...sent } of segmentsFor(store, account, requested, hidden))
          taker!.take(sent, await unpack(masks === null ? bytes : await maskedSegment(bytes, masks)))
        read.set(first, segment)
        onRows(rows.rows)
      }
    },
  }
}
