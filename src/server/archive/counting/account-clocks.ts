import { LRUCache } from 'lru-cache'
import {
  learnClock,
  mostObjectsFirst,
  NO_OBJECT,
  NO_OFFSET,
  objectOffset,
  type Dataset,
} from '#/server/metrics/columns/dataset.ts'
import { segmentColumnsOf } from '#/server/metrics/columns/segment.ts'
import { lastBegunDay } from '#/server/archive/reading/clock.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'

/** Of an account's objects with contacts in the last days, minutes east of UTC (G6). */
export interface AccountClocks {
  /** The clock of most objects, which says what day it is for the account; null: unknown. */
  readonly main: number | null
  readonly objects: ReadonlyMap<string, number>
}

export interface AccountClocksCall {
  readonly question: { readonly account: string; readonly now: number }
  readonly answer: AccountClocks
}

/** Long enough for objects with few contacts, and independent of the period that a page shows. */
const CLOCK_DAYS = 30

interface SegmentClocks {
  readonly is: string
  readonly clocks: Dataset['objectClocks']
  readonly contacts: ReadonlyMap<string, number>
}

type ClockStore = Pick<ArchiveStore, 'segment' | 'segmentDays'>

const MOST_ACCOUNTS = 200
const knownBy = new WeakMap<ClockStore, LRUCache<string, ReadonlyMap<number, SegmentClocks>>>()

const clocksIn = (is: string, bytes: Uint8Array, { first, last }: SegmentDays): SegmentClocks => {
  const learnt = { objectClocks: new Map() as Dataset['objectClocks'] }
  const contacts = new Map<string, number>()
  const { rows, day, minute, offset, codes, values } = segmentColumnsOf(bytes, ['object'])
  const oids = values('object')
  for (let row = 0; row < rows; row++) {
    if (offset[row] === NO_OFFSET || day[row]! < first || day[row]! > last) continue
    const oid = oids[codes['object']![row]!] ?? NO_OBJECT
    learnClock(learnt, oid, day[row]! * 1440 + minute[row]! - offset[row]!, offset[row]!)
    contacts.set(oid, (contacts.get(oid) ?? 0) + 1)
  }
  return { is, clocks: learnt.objectClocks, contacts }
}

/** Counted from what is stored; only changed segments are read again. */
export const accountClocks = async (
  store: ClockStore,
  { account, now }: AccountClocksCall['question'],
): Promise<AccountClocks> => {
  const last = lastBegunDay(now)
  const days = { first: last - CLOCK_DAYS, last }
  const accounts =
    knownBy.get(store) ?? new LRUCache<string, ReadonlyMap<number, SegmentClocks>>({ max: MOST_ACCOUNTS })
  knownBy.set(store, accounts)
  const before = accounts.get(account)
  const known = new Map<number, SegmentClocks>()
  for (const { first, last: end, version, size } of await store.segmentDays(account, days)) {
    const is = `${end} ${version} ${size} ${days.first}`
    const cached = before?.get(first)
    const segment = cached?.is === is ? null : await store.segment(account, first)
    if (cached?.is === is) known.set(first, cached)
    else if (segment) known.set(first, clocksIn(is, await unpack(segment.bytes), days))
  }
  accounts.set(account, known)

  const all = { objectClocks: new Map() as Dataset['objectClocks'] }
  const contacts = new Map<string, number>()
  for (const segment of known.values()) {
    for (const [oid, seen] of segment.clocks)
      for (const { at, offset } of seen) learnClock(all, oid, at, offset)
    for (const [oid, count] of segment.contacts) contacts.set(oid, (contacts.get(oid) ?? 0) + count)
  }
  const objects = new Map(
    [...contacts.keys()].flatMap((oid) => {
      const offset = objectOffset(all, oid)
      return offset === null ? [] : [[oid, offset] as const]
    }),
  )
  const [main = null] = mostObjectsFirst(
    [...objects].map(([oid, offset]) => ({ offset, contacts: contacts.get(oid)! })),
  )
  return { main, objects }
}
