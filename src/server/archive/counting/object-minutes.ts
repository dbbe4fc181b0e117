import { segmentColumnsOf } from '#/analytics/columns/segment.ts'
import { NO_OFFSET, NO_OBJECT } from '#/analytics/columns/dataset.ts'
import { NORM_WEEKS } from '#/analytics/judge/silence.ts'
import type { ContactsOfDay, RolledUpDays } from '#/contract/archive/roll-up.ts'
import { dayAt, dayNumber, dayText, MINUTE_MS } from '#/contract/day.ts'
import { endOfDay, firstOpenDay } from '#/server/archive/reading/clock.ts'
import { knownUntil } from '#/server/archive/reading/due.ts'
import { unpack } from '#/server/archive/store/kept-day.ts'
import type { ArchiveStore, HeldDay, SegmentDays } from '#/server/archive/store/store.ts'

/** What the silence of an account's objects is judged by. */
export interface ObjectMinutesCall {
  readonly question: {
    readonly account: string
    /** Milliseconds since 1970. */
    readonly now: number
  }
  /** Null: its today is not held. */
  readonly answer: RolledUpDays | null
}

interface Seen {
  readonly minutes: number[]
  undated: number
  offset: number | null
  /** When the contact came whose offset it is, in minutes of UTC since 1970. */
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

/** The offset of the newest contact of these days; null: none has one. */
const newestOffset = (days: Days): number | null => {
  const all = [...days.values()].flatMap((objects) => [...objects.values()])
  return all.toSorted((a, b) => b.newest - a.newest)[0]?.offset ?? null
}

const dayOf = (day: number, objects: Map<string, Seen>, { unreadable }: HeldDay): ContactsOfDay => ({
  day: dayText(day),
  unreadable,
  objects: [...objects].map(([oid, { minutes, undated, offset }]) => ({ oid, minutes, undated, offset })),
})

/** Today and the same weekday of the weeks before, by the clock of the account's newest contact, as far as they are held. */
export const objectMinutes = async (
  store: Pick<ArchiveStore, 'map' | 'segments'>,
  { account, now }: ObjectMinutesCall['question'],
): Promise<ObjectMinutesCall['answer']> => {
  const utcToday = Math.floor(now / (1440 * MINUTE_MS))
  const span = { first: utcToday - 1 - 7 * NORM_WEEKS, last: utcToday + 1 }
  const held = new Map((await store.map(account, span)).map((one) => [one.day, one]))
  if (held.size === 0) return null
  const segments: Segment[] = []
  for (const segment of await store.segments(account, span))
    segments.push({ ...segment, bytes: await unpack(segment.bytes) })
  const collect = (wanted: readonly number[]): Days => {
    const days = new Map(wanted.map((day) => [day, new Map<string, Seen>()]))
    for (const segment of segments)
      if (wanted.some((day) => day >= segment.first && day <= segment.last)) addRows(days, segment)
    return days
  }

  const offset = newestOffset(collect([utcToday - 1, utcToday, utcToday + 1]))
  const today = dayNumber(dayAt(now, offset))
  const isWhole = (day: number) => {
    const one = held.get(day)
    return one?.state === 'complete' && one.gaps.length === 0
  }
  const heldToday = held.get(today)
  if (!heldToday || !isWhole(today)) return null
  const weeks = Array.from({ length: NORM_WEEKS }, (_, week) => today - 7 * (week + 1))
  const days = collect([today, ...weeks])
  const isOver = (day: number) => day >= firstOpenDay(now) || knownUntil(held.get(day)!) >= endOfDay(day)
  return {
    at: new Date(knownUntil(heldToday)).toISOString(),
    offset,
    today: dayOf(today, days.get(today)!, heldToday),
    weeks: weeks.map((day) =>
      isWhole(day) && isOver(day) ? dayOf(day, days.get(day)!, held.get(day)!) : null,
    ),
  }
}
