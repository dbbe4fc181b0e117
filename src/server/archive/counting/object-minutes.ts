import { segmentColumnsOf } from '#/server/metrics/columns/segment.ts'
import {
  learnClock,
  NO_OFFSET,
  NO_OBJECT,
  objectOffset,
  type Dataset,
} from '#/server/metrics/columns/dataset.ts'
import { wallMinute } from '#/server/metrics/columns/instants.ts'
import { NORM_WEEKS } from '#/server/metrics/evaluation/inactivity.ts'
import { usualOffset } from '#/analytics/usual-offset.ts'
import { DAY_MS, dayAt, dayNumber, dayText } from '#/contract/day.ts'
import { endOfDay, firstOpenDay } from '#/server/archive/reading/clock.ts'
import { knownUntil } from '#/server/archive/reading/due.ts'
import { unpack } from '#/server/archive/store/stored-day.ts'
import type { ArchiveStore, SegmentDays } from '#/server/archive/store/store.ts'

/** Minutes of contacts by object. */
type ContactsOfDay = ReadonlyMap<string, readonly number[]>

/** Of the objects whose today this is the same weekday of earlier weeks, the latest first; null: not stored. */
interface DayBesideWeeks {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly weeks: readonly (ContactsOfDay | null)[]
  /** Of these objects, minutes east of UTC. */
  readonly clocks: ReadonlyMap<string, number>
}

export interface ObjectMinutesCall {
  readonly question: {
    readonly account: string
    readonly now: number
  }
  /** A day without an entry is not stored. */
  readonly answer: readonly DayBesideWeeks[]
}

type Segment = SegmentDays & { readonly bytes: Uint8Array }

interface Collected extends Pick<Dataset, 'objectClocks'> {
  readonly days: ReadonlyMap<number, Map<string, number[]>>
}

const addRows = (collected: Collected, { bytes, first, last }: Segment) => {
  const columns = segmentColumnsOf(bytes, ['object'])
  const { rows, day, minute, offset, codes, values } = columns
  const oids = values('object')
  for (let row = 0; row < rows; row++) {
    const objects = day[row]! >= first && day[row]! <= last ? collected.days.get(day[row]!) : undefined
    if (!objects) continue
    const oid = oids[codes['object']![row]!] ?? NO_OBJECT
    const minutes = objects.get(oid)
    if (minutes) minutes.push(minute[row]!)
    else objects.set(oid, [minute[row]!])
    if (offset[row] !== NO_OFFSET)
      learnClock(collected, oid, wallMinute(columns, row) - offset[row]!, offset[row]!)
  }
}

const clocksIn = (collected: Collected): ReadonlyMap<string, number> =>
  new Map([...collected.objectClocks.keys()].map((oid) => [oid, objectOffset(collected, oid)!]))

const weeksBefore = (day: number) => Array.from({ length: NORM_WEEKS }, (_, week) => day - 7 * (week + 1))

/**
 * The same weekday as today of earlier weeks, as far as stored. Today is each object's own (G6): where
 * objects are on different days there is an entry for each day, that of most objects first.
 */
export const objectMinutes = async (
  store: Pick<ArchiveStore, 'map' | 'segments'>,
  { account, now }: ObjectMinutesCall['question'],
): Promise<ObjectMinutesCall['answer']> => {
  const utcToday = Math.floor(now / DAY_MS)
  const span = { first: utcToday - 1 - 7 * NORM_WEEKS, last: utcToday + 1 }
  const storedDays = new Map((await store.map(account, span)).map((one) => [one.day, one]))
  if (storedDays.size === 0) return []
  const segments: Segment[] = []
  for (const segment of await store.segments(account, span))
    segments.push({ ...segment, bytes: await unpack(segment.bytes) })
  const collect = (wanted: readonly number[]): Collected => {
    const collected: Collected = {
      days: new Map(wanted.map((day) => [day, new Map()])),
      objectClocks: new Map(),
    }
    for (const segment of segments)
      if (wanted.some((day) => day >= segment.first && day <= segment.last)) addRows(collected, segment)
    return collected
  }

  const near = clocksIn(collect([utcToday - 1, utcToday, utcToday + 1]))
  const todayAt = (offset: number | null) => dayNumber(dayAt(now, offset))
  const mainDay = todayAt(usualOffset([...near.values()]))
  const before = clocksIn(collect(weeksBefore(mainDay)))
  // An object without recent contacts keeps its offset of the weeks before.
  const clocks = new Map([...before, ...near])
  const ownDay = (oid: string) => (clocks.has(oid) ? todayAt(clocks.get(oid)!) : mainDay)

  const isComplete = (day: number) => {
    const one = storedDays.get(day)
    return one?.state === 'complete' && one.gaps.length === 0
  }
  const isOver = (day: number) =>
    day >= firstOpenDay(now) || knownUntil(storedDays.get(day)!) >= endOfDay(day)
  const entryOf = (today: number): DayBesideWeeks[] => {
    if (!isComplete(today)) return []
    const isTheirDay = ([oid]: readonly [string, unknown]) => ownDay(oid) === today
    const weeks = weeksBefore(today)
    const { days } = collect(weeks)
    const ofTheirDay = (day: number) => new Map([...days.get(day)!].filter(isTheirDay))
    return [
      {
        day: dayText(today),
        weeks: weeks.map((day) => (isComplete(day) && isOver(day) ? ofTheirDay(day) : null)),
        clocks: new Map([...clocks].filter(isTheirDay)),
      },
    ]
  }
  return [...new Set([mainDay, ...[...clocks.keys()].map(ownDay)])].flatMap(entryOf)
}
