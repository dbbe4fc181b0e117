import { TEXT_FIELDS } from '#/analytics/texts/record-texts.ts'
import type { CallField } from '#/contract/call-fields.ts'
import { withoutHiddenFields } from '#/server/hidden-fields.ts'
import { segmentColumns } from '#/server/archive/store/columns.ts'
import { createDataset, setUnreadable, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { createSegmentTaker } from '#/server/metrics/columns/take-segments.ts'
import { createMasks, type Masks } from '#/server/privacy-mode/masks.ts'
import { unpack, pack, type StoredDay } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import type { Dimension } from '#/contract/figures/dimensions.ts'
import { appendSegment, encodeSegment } from '#/server/metrics/columns/segment.ts'

/** Fields that no column is made of, so hiding them changes no segment. */
const IN_NO_COLUMN: ReadonlySet<string> = new Set([
  ...TEXT_FIELDS,
  'record_url',
  'referrer',
] satisfies CallField[])

/** A day rebuilt from its records without the hidden fields, so that no dictionary keeps their values. */
const dayWithoutHidden = (stored: StoredDay, day: number, hidden: ReadonlySet<string>): StoredDay => {
  const left = new Set([...hidden, ...IN_NO_COLUMN])
  return {
    records: stored.records.map((raw) => withoutHiddenFields(raw, left, day)),
    titles: hidden.has('obj_oid') ? [] : stored.titles,
  }
}

/**
 * Segments of the given days, newest first. Each replaces earlier ones of its days, since days may be joined into
 * a month while they are read. With hidden fields, each day is rebuilt from its records.
 */
async function* segmentsFor(
  store: Pick<ArchiveStore, 'segment' | 'segmentDays' | 'records'>,
  account: string,
  days: SegmentDays,
  hidden: ReadonlySet<string>,
): AsyncGenerator<SegmentDays & { readonly bytes: Uint8Array }, void> {
  const isMadeAnew = [...hidden].some((field) => !IN_NO_COLUMN.has(field))
  let sent = Infinity
  for (const { first, last } of await store.segmentDays(account, days)) {
    if (first >= sent) continue
    if (!isMadeAnew) {
      const segment = await store.segment(account, first)
      if (!segment) continue
      sent = segment.first
      yield segment
      continue
    }
    for (let day = Math.min(last, days.last); day >= Math.max(first, days.first); day--) {
      const stored = await store.records(account, day)
      if (stored.records.length === 0) continue
      const bytes = await pack(segmentColumns.ofDay(dayWithoutHidden(stored, day, hidden)))
      yield { first: day, last: day, bytes }
    }
  }
}

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

export type ContactCacheStore = Pick<ArchiveStore, 'totals' | 'segment' | 'segmentDays' | 'records'>

interface SeenContacts {
  readonly account: string
  readonly days: SegmentDays
  readonly oid: string | null
  readonly hidden: ReadonlySet<string>
  readonly presentation: string | null
}

/** An account's contacts in memory; an update reads changed segments only. */
export const createContactCache = (
  store: ContactCacheStore,
  { account, days, oid, hidden, presentation }: SeenContacts,
) => {
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
    get data(): Dataset {
      return columns(0)
    },
    begin: async (): Promise<number> => {
      const { contacts, unreadable } = await store.totals(account, days)
      setUnreadable(columns(contacts), unreadable)
      return contacts
    },
    /**
     * Brings the columns up to date.
     * @param onRows rows so far
     * @throws the signal's reason; days already read stay in the columns
     */
    bring: async (signal: AbortSignal, onRows: (rows: number) => void): Promise<void> => {
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

export type ContactCache = ReturnType<typeof createContactCache>
