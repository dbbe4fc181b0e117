import { dayNumber, dayText, MINUTE_MS, HOUR_MS, monthStart } from '#/contract/day.ts'
import { endOfDay, firstOpenDay, lastBegunDay, utcDay } from './clock.ts'
import type { HeldDay, SegmentDays } from '#/server/archive/store/store.ts'

/*
 * Which days are to be read. The map of days is all that decides it: the next one to ask goes on where the one before
 * stopped, also after a crash.
 */

/** Today is looked at as often as this, and what went wrong tried again no sooner. */
export const PATIENCE_MS = MINUTE_MS
/** A service that is wrong about its totals is wrong for good: it is asked less and less often. */
const MOST_PATIENCE_MS = 6 * HOUR_MS
const patienceOf = (tries: number) => Math.min(PATIENCE_MS * 2 ** Math.max(0, tries - 1), MOST_PATIENCE_MS)

/** The ages at which a day is read whole again: what people and CRMs write into contacts later. */
export const LAST_RUNG = 90
const LADDER = [1, 2, 3, 7, 14, 35, LAST_RUNG]

/** Up to when what is held of a day is known. */
export const knownUntil = ({ readAt, tailAt }: Pick<HeldDay, 'readAt' | 'tailAt'>): number => tailAt ?? readAt

/** How many times days had been tried in vain when a user wanted them tried again. */
export type TriesBefore = ReadonlyMap<number, number>
const NO_RETRY: TriesBefore = new Map()

/** It was tried not long ago, in vain, and nobody has asked for it since. */
export const isToWait = (
  { day, tries, triedAt }: Pick<HeldDay, 'day' | 'tries' | 'triedAt'>,
  now: number,
  triesBefore: TriesBefore = NO_RETRY,
): boolean =>
  tries > 0 && triesBefore.get(day) !== tries && triedAt <= now && now - triedAt < patienceOf(tries)

/** Whether a requested day has to be read. */
export const isMissing = (
  held: HeldDay | undefined,
  day: number,
  now: number,
  triesBefore?: TriesBefore,
): boolean => {
  if (held === undefined) return true
  if (held.state === 'reading') return true
  // By a clock that was set back since: what it says of the day is worth nothing.
  if (knownUntil(held) > now + PATIENCE_MS) return true
  if (isToWait(held, now, triesBefore)) return false
  if (held.state === 'incomplete') return true
  // Two days that take a contact from each other must not do so without end.
  if (held.isDue) return now - held.readAt >= PATIENCE_MS
  // Read while it lasted, and over since.
  return day < firstOpenDay(now) && knownUntil(held) < endOfDay(day)
}

/** The next age of the ladder is reached since the day was read. */
export const isOnLadder = ({ day, readAt }: HeldDay, now: number): boolean => {
  const [age, ageThen] = [utcDay(now) - day, utcDay(readAt) - day]
  return LADDER.some((rung) => age >= rung && ageThen < rung)
}

/** The newest of these days and those just before it, within its month. Null: there are none. */
export const newestRun = (days: ReadonlySet<number>): SegmentDays | null => {
  if (days.size === 0) return null
  const last = Math.max(...days)
  const month = dayNumber(monthStart(dayText(last)))
  let first = last
  while (first > month && days.has(first - 1)) first--
  return { first, last }
}

/** What of asked days can hold anything by now. */
export const begun = ({ first, last }: SegmentDays, now: number): SegmentDays => ({
  first,
  last: Math.min(last, lastBegunDay(now)),
})

export const eachDay = ({ first, last }: SegmentDays): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth)

export const missingOf = (
  map: readonly HeldDay[],
  days: SegmentDays,
  now: number,
  triesBefore?: TriesBefore,
): ReadonlySet<number> => {
  const held = new Map(map.map((one) => [one.day, one]))
  return new Set(eachDay(begun(days, now)).filter((day) => isMissing(held.get(day), day, now, triesBefore)))
}

/** Days that hold something else than before. */
export const changedSince = (before: readonly HeldDay[], after: readonly HeldDay[]): number[] => {
  const versionOf = ({ readAt, tailAt, contacts, state }: HeldDay) =>
    `${readAt} ${tailAt} ${contacts} ${state}`
  const versions = new Map(before.map((held) => [held.day, versionOf(held)]))
  return after.filter((held) => versions.get(held.day) !== versionOf(held)).map(({ day }) => day)
}
