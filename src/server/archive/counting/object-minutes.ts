import { segmentColumnsOf } from '#/server/metrics/columns/segment.ts'
import { NO_OFFSET, NO_OBJECT } from '#/server/metrics/columns/dataset.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { dayAt, dayNumber, dayText, MINUTE_MS } from '#/contract/day.ts'
import { endOfDay, firstOpenDay } from '#/server/archive/reading/clock.ts'
import { knownUntil } from '#/server/archive/reading/due.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, DayRecord, SegmentDays } from '#/server/archive/store/store.ts'

export interface ContactsOfDay {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** Records without a usable identifier, of any object. */
  readonly unreadable: number
  readonly objects: readonly {
    readonly oid: string
    readonly minutes: readonly number[]
    readonly undated: number
    readonly offset: number | null
  }[]
}

/** Today of the objects on this day, and the same weekday of earlier weeks, the latest first; null: not stored. */
interface DayBesideWeeks {
  readonly at: string
  readonly offset: number | null
  readonly today: ContactsOfDay
  readonly weeks: readonly (ContactsOfDay | null)[]
}

export interface ObjectMinutesCall {
  readonly question: {
    readonly account: string
    readonly now: number
  }
  /** A day without an entry is not stored. */
  readonly answer: readonly DayBesideWeeks[]
}

interface Seen {
  readonly minutes: number[]
  undated: number
  offset: number | null
  newest: number
}

type Segment = SegmentDays & { readonly bytes: Uint8Array }
type Days = ReadonlyMap<number, Map<string, Seen>>

const seenOf = (objects: Map<string, Seen>, oid: string): Seen => {
  const before = objects.get(oid)
  if (before) return before
  const seen = { minutes: [], undated: 0, offset: null, newest: -Infinity }
  objects.set(oid, seen)
  return seen
}

const addRows = (days: Days, segment: Segment) => {
  const { rows, day, minute, offset, codes, values } = segmentColumnsOf(segment.bytes, ['object'])
  const oids = values('object')
  for (let row = 0; row < rows; row++) {
    const isDated = day[row]! >= segment.first && day[row]! <= segment.last
    const objects = days.get(isDated ? day[row]! : segment.first)
    if (!objects) continue
    const seen = seenOf(objects, oids[codes['object']![row]!] ?? NO_OBJECT)
    if (!isDated) {
      seen.undated++
      continue
    }
    seen.minutes.push(minute[row]!)
    const at = day[row]! * 1440 + minute[row]! - offset[row]!
    if (offset[row] !== NO_OFFSET && at >= seen.newest) {
      seen.offset = offset[row]!
      seen.newest = at
    }
  }
}

const clocksIn = (days: Days) => {
  const all = [...days.values()]
    .flatMap((objects) => [...objects])
    .toSorted(([, a], [, b]) => a.newest - b.newest)
    .filter(([, { offset }]) => offset !== null)
  return {
    of: new Map(all.map(([oid, { offset }]) => [oid, offset])),
    newest: all.at(-1)?.[1].offset ?? null,
  }
}

const dayOf = (day: number, objects: Map<string, Seen>, { unreadable }: DayRecord): ContactsOfDay => ({
  day: dayText(day),
  unreadable,
  objects: [...objects].map(([oid, { minutes, undated, offset }]) => ({ oid, minutes, undated, offset })),
})

const weeksBefore = (day: number) => Array.from({ length: NORM_WEEKS }, (_, week) => day - 7 * (week + 1))

/**
 * Today and the same weekday of earlier weeks, as far as stored. Today is each object's own (G6): where
 * objects are on different days there is an entry for each day, that of the account's newest contact first.
 */
export const objectMinutes = async (
  store: Pick<ArchiveStore, 'map' | 'segments'>,
  { account, now }: ObjectMinutesCall['question'],
): Promise<ObjectMinutesCall['answer']> => {
  const utcToday = Math.floor(now / (1440 * MINUTE_MS))
  const span = { first: utcToday - 1 - 7 * NORM_WEEKS, last: utcToday + 1 }
  const storedDays = new Map((await store.map(account, span)).map((one) => [one.day, one]))
  if (storedDays.size === 0) return []
  const segments: Segment[] = []
  for (const segment of await store.segments(account, span))
    segments.push({ ...segment, bytes: await unpack(segment.bytes) })
  const collect = (wanted: readonly number[]): Days => {
    const days = new Map(wanted.map((day) => [day, new Map<string, Seen>()]))
    for (const segment of segments)
      if (wanted.some((day) => day >= segment.first && day <= segment.last)) addRows(days, segment)
    return days
  }

  const near = clocksIn(collect([utcToday - 1, utcToday, utcToday + 1]))
  const todayAt = (offset: number | null) => dayNumber(dayAt(now, offset))
  const mainDay = todayAt(near.newest)
  const before = clocksIn(collect(weeksBefore(mainDay)))
  // An object without recent contacts keeps its offset of the weeks before.
  const clocks = new Map([...before.of, ...near.of])
  const ownDay = (oid: string) => (clocks.has(oid) ? todayAt(clocks.get(oid)!) : mainDay)

  const isWhole = (day: number) => {
    const one = storedDays.get(day)
    return one?.state === 'complete' && one.gaps.length === 0
  }
  const isOver = (day: number) =>
    day >= firstOpenDay(now) || knownUntil(storedDays.get(day)!) >= endOfDay(day)
  const entryOf = (today: number): DayBesideWeeks[] => {
    const heldToday = storedDays.get(today)
    if (!heldToday || !isWhole(today)) return []
    const weeks = weeksBefore(today)
    const days = collect([today, ...weeks])
    const ofTheirDay = (day: number) => new Map([...days.get(day)!].filter(([oid]) => ownDay(oid) === today))
    return [
      {
        at: new Date(knownUntil(heldToday)).toISOString(),
        offset: near.newest,
        today: dayOf(today, ofTheirDay(today), heldToday),
        weeks: weeks.map((day) =>
          isWhole(day) && isOver(day) ? dayOf(day, ofTheirDay(day), storedDays.get(day)!) : null,
        ),
      },
    ]
  }
  return [...new Set([mainDay, ...[...clocks.keys()].map(ownDay)])].flatMap(entryOf)
}
