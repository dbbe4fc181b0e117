import { LRUCache } from 'lru-cache'
import { NO_OFFSET } from '#/server/metrics/columns/dataset.ts'
import { PHONE_CALLS } from '#/analytics/metrics.ts'
import { segmentColumnsOf } from '#/server/metrics/columns/segment.ts'
import { COUNTS_FIRST_TIME, COUNTS_TARGET } from '#/server/metrics/columns/traits.ts'
import type { ClientCounts } from '#/contract/archive/client-comparison.ts'
import { statusFilterCode } from '#/contract/call-filters.ts'
import { callStatusName, MISSED_STATUSES } from '#/contract/codes.ts'
import type { DayCounts } from '#/server/archive/store/sums.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'
import { coverageOf, type DayCoverage } from './coverage.ts'

/** Coverage of a stretch of days, and its counts where coverage allows them. */
export interface StretchCounts extends DayCoverage {
  readonly counts: ClientCounts | null
  /** Minutes east of UTC of most contacts; null: unknown. */
  readonly offset: number | null
  /** Objects have several clocks: that of most objects may be another one. */
  readonly isMixed: boolean
  readonly byDay: readonly DayCounts[] | null
}

export const NO_CLOCK = { offset: null, isMixed: false } as const
export const NO_CONTACTS = { contacts: 0, first_time: 0, target: 0, calls: 0, missed: 0 }
export const DAY_COUNTS = ['contacts', 'first_time', 'target', 'calls', 'missed'] as const
const IS_CALL: ReadonlySet<string> = new Set(PHONE_CALLS.map(statusFilterCode))
const IS_MISSED: ReadonlySet<string> = new Set([...MISSED_STATUSES].map(statusFilterCode))

export interface CountAccountCall {
  readonly question: {
    readonly account: string
    readonly stretches: readonly SegmentDays[]
    readonly hidden: ReadonlySet<string>
    readonly now: number
  }
  readonly answer: readonly StretchCounts[]
}

interface CountedDay {
  contacts: number
  first_time: number
  target: number
  readonly statuses: Map<string, number>
  readonly offsets: Map<number, number>
}

const addOne = <K>(counts: Map<K, number>, key: K) => void counts.set(key, (counts.get(key) ?? 0) + 1)

const addSegment = (
  counted: Map<number, CountedDay>,
  segment: SegmentDays & { readonly bytes: Uint8Array },
) => {
  const { rows, day: days, offset, trait, codes, values } = segmentColumnsOf(segment.bytes, ['status'])
  const words = values('status').map((code) => {
    const name = callStatusName(code === null ? null : Number(code))
    return name === undefined ? null : statusFilterCode(name)
  })
  for (let row = 0; row < rows; row++) {
    const contactDay = days[row]!
    // A contact with a date outside its segment counts in the segment's only day.
    const day = contactDay < segment.first || contactDay > segment.last ? segment.first : contactDay
    let counts = counted.get(day)
    if (!counts) {
      counts = { contacts: 0, first_time: 0, target: 0, statuses: new Map(), offsets: new Map() }
      counted.set(day, counts)
    }
    counts.contacts++
    if (COUNTS_FIRST_TIME[trait[row]!]) counts.first_time++
    if (COUNTS_TARGET[trait[row]!]) counts.target++
    const word = words[codes['status']![row]!]
    if (word !== null && word !== undefined) addOne(counts.statuses, word)
    if (offset[row] !== NO_OFFSET) addOne(counts.offsets, offset[row]!)
  }
}

const dayCountsOf = (day: CountedDay | undefined): DayCounts => {
  if (day === undefined) return NO_CONTACTS
  const sum = (some: ReadonlySet<string>) =>
    [...day.statuses].reduce((all, [word, count]) => (some.has(word) ? all + count : all), 0)
  const { contacts, first_time, target } = day
  return { contacts, first_time, target, calls: sum(IS_CALL), missed: sum(IS_MISSED) }
}

const isIn = ({ first, last }: SegmentDays, day: number) => day >= first && day <= last

const sumOf = (
  counted: ReadonlyMap<number, CountedDay>,
  days: SegmentDays,
  hidden: ReadonlySet<string>,
): ClientCounts => {
  const own = [...counted].filter(([day]) => isIn(days, day)).map(([, counts]) => counts)
  const sum = (of: (counts: CountedDay) => number) => own.reduce((all, counts) => all + of(counts), 0)
  const statuses: Record<string, number> = {}
  for (const counts of own)
    for (const [word, count] of counts.statuses) statuses[word] = (statuses[word] ?? 0) + count
  return {
    contacts: sum(({ contacts }) => contacts),
    first_time: hidden.has('call_type') ? null : sum(({ first_time }) => first_time),
    target: hidden.has('target') ? null : sum(({ target }) => target),
    statuses: hidden.has('status') ? null : statuses,
  }
}

/** The most frequent offset; on a tie the western one. */
export const commonOffset = (
  offsets: Iterable<readonly [offset: number, contacts: number]>,
): Pick<StretchCounts, 'offset' | 'isMixed'> => {
  const all = new Map<number, number>()
  for (const [offset, contacts] of offsets) all.set(offset, (all.get(offset) ?? 0) + contacts)
  const [offset = null] = [...all].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? []
  return { offset, isMixed: all.size > 1 }
}

type CountedStore = Pick<ArchiveStore, 'version' | 'map' | 'segments'>

interface Known {
  readonly version: number
  readonly days: SegmentDays
  readonly counted: ReadonlyMap<number, CountedDay>
}

const MOST_ACCOUNTS = 100
const knownBy = new WeakMap<CountedStore, LRUCache<string, Known>>()

const countedDays = async (
  store: CountedStore,
  account: string,
  days: SegmentDays,
): Promise<Known['counted']> => {
  const accounts = knownBy.get(store) ?? new LRUCache<string, Known>({ max: MOST_ACCOUNTS })
  knownBy.set(store, accounts)
  // Read before the columns, so that a concurrent change is counted next time.
  const version = await store.version(account)
  const before = accounts.get(account)
  const isKnown = before?.version === version && isIn(before.days, days.first) && isIn(before.days, days.last)
  let known = before
  if (!known || !isKnown) {
    const counted = new Map<number, CountedDay>()
    for (const segment of await store.segments(account, days))
      addSegment(counted, { ...segment, bytes: await unpack(segment.bytes) })
    known = { version, days, counted }
  }
  accounts.set(account, known)
  return known.counted
}

/** Counts stored contacts as the API's totals would. */
export const countAccount = async (
  store: CountedStore,
  { account, stretches, hidden, now }: CountAccountCall['question'],
): Promise<CountAccountCall['answer']> => {
  const all = {
    first: Math.min(...stretches.map(({ first }) => first)),
    last: Math.max(...stretches.map(({ last }) => last)),
  }
  const map = await store.map(account, all)
  const standings = stretches.map((days) => coverageOf(map, days, now))
  const isWorth = standings.some(({ asOf }) => asOf !== null)
  const counted = isWorth ? await countedDays(store, account, all) : new Map<number, CountedDay>()
  return stretches.map((days, nth) => {
    const state = standings[nth]!
    if (state.asOf === null) return { ...state, counts: null, ...NO_CLOCK, byDay: null }
    const byDay = Array.from({ length: days.last - days.first + 1 }, (_, at) =>
      dayCountsOf(counted.get(days.first + at)),
    )
    const clock = hidden.has('date')
      ? NO_CLOCK
      : commonOffset([...counted].flatMap(([day, { offsets }]) => (isIn(days, day) ? [...offsets] : [])))
    return { ...state, counts: sumOf(counted, days, hidden), ...clock, byDay }
  })
}
