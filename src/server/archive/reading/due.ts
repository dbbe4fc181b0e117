import { dayNumber, dayText, MINUTE_MS, HOUR_MS, monthStart } from '#/contract/day.ts'
import { endOfDay, firstOpenDay, lastBegunDay, utcDay } from './clock.ts'
import type { DayRecord, SegmentDays } from '#/server/archive/store/store.ts'

/* Decides which days to read, from the map of days alone, so that reading continues after a crash. */

/** Minimum time between two readings of today, and between retries. */
export const PATIENCE_MS = MINUTE_MS
/** A service whose totals stay wrong is retried less and less often. */
const MOST_PATIENCE_MS = 6 * HOUR_MS
const patienceOf = (tries: number) => Math.min(PATIENCE_MS * 2 ** Math.max(0, tries - 1), MOST_PATIENCE_MS)

/** Ages in days at which a day is read again: people and CRMs edit contacts later. */
export const LAST_RUNG = 90
const LADDER = [1, 2, 3, 7, 14, 35, LAST_RUNG]

/** Epoch milliseconds until which the day's contacts are known. */
export const knownUntil = ({ readAt, syncedAt }: Pick<DayRecord, 'readAt' | 'syncedAt'>): number =>
  syncedAt ?? readAt

export type TriesBefore = ReadonlyMap<number, number>
const NO_RETRY: TriesBefore = new Map()

/** It failed recently, and no user has requested a retry since. */
export const isToWait = (
  { day, tries, triedAt }: Pick<DayRecord, 'day' | 'tries' | 'triedAt'>,
  now: number,
  triesBefore: TriesBefore = NO_RETRY,
): boolean =>
  tries > 0 && triesBefore.get(day) !== tries && triedAt <= now && now - triedAt < patienceOf(tries)

export const isMissing = (
  stored: DayRecord | undefined,
  day: number,
  now: number,
  triesBefore?: TriesBefore,
): boolean => {
  if (stored === undefined) return true
  if (stored.state === 'reading') return true
  // The clock was set back since: the stored time is meaningless.
  if (knownUntil(stored) > now + PATIENCE_MS) return true
  if (isToWait(stored, now, triesBefore)) return false
  if (stored.state === 'incomplete') return true
  // The pause keeps two days that list the same contact from triggering each other forever.
  if (stored.isDue) return now - stored.readAt >= PATIENCE_MS
  return day < firstOpenDay(now) && knownUntil(stored) < endOfDay(day)
}

/** The day has reached its next age of {@link LAST_RUNG} since it was read. */
export const isOnLadder = ({ day, readAt }: DayRecord, now: number): boolean => {
  const [age, ageThen] = [utcDay(now) - day, utcDay(readAt) - day]
  return LADDER.some((rung) => age >= rung && ageThen < rung)
}

/** The newest of these days with its predecessors within the month, or null. */
export const newestRun = (days: ReadonlySet<number>): SegmentDays | null => {
  if (days.size === 0) return null
  const last = Math.max(...days)
  const month = dayNumber(monthStart(dayText(last)))
  let first = last
  while (first > month && days.has(first - 1)) first--
  return { first, last }
}

export const begun = ({ first, last }: SegmentDays, now: number): SegmentDays => ({
  first,
  last: Math.min(last, lastBegunDay(now)),
})

export const eachDay = ({ first, last }: SegmentDays): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth)

export const missingOf = (
  map: readonly DayRecord[],
  days: SegmentDays,
  now: number,
  triesBefore?: TriesBefore,
): ReadonlySet<number> => {
  const stored = new Map(map.map((one) => [one.day, one]))
  return new Set(eachDay(begun(days, now)).filter((day) => isMissing(stored.get(day), day, now, triesBefore)))
}

export const changedSince = (before: readonly DayRecord[], after: readonly DayRecord[]): number[] => {
  const versionOf = ({ readAt, syncedAt, contacts, state }: DayRecord) =>
    `${readAt} ${syncedAt} ${contacts} ${state}`
  const versions = new Map(before.map((stored) => [stored.day, versionOf(stored)]))
  return after.filter((stored) => versions.get(stored.day) !== versionOf(stored)).map(({ day }) => day)
}
