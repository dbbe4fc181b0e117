import { mergedDays } from '#/analytics/days.ts'
import { endOfDay, firstOpenDay } from '#/server/archive/reading/clock.ts'
import { begun, eachDay, knownUntil } from '#/server/archive/reading/due.ts'
import type { DayRecord, SegmentDays } from '#/server/archive/store/store.ts'

export interface DayCoverage {
  /**
   * `whole`: all days. `behind`: all until one of the last, read while it lasted. `part`: days or contacts in
   * between are missing. `none`: nothing is stored.
   */
  readonly is: 'whole' | 'behind' | 'part' | 'none'
  /** Epoch milliseconds: contacts until then are included; for a part, the last reading. Null: nothing is stored. */
  readonly asOf: number | null
  readonly missing: SegmentDays | null
  readonly unread: readonly SegmentDays[]
}

/** With more missing days than this, a figure is not shown. */
const MOST_BEHIND_DAYS = 3

/** Complete and countable: the API would count as many. */
export const isGood = ({ state, gaps, unreadable, doubled }: DayRecord) =>
  state === 'complete' && gaps.length === 0 && unreadable === 0 && doubled === 0

const lastReadAt = (storedDays: ReadonlyMap<number, DayRecord>, days: readonly number[]): number =>
  Math.max(...days.flatMap((day) => storedDays.get(day) ?? []).map(knownUntil))

const unreadIn = (map: readonly DayRecord[], { first, last }: SegmentDays): SegmentDays[] =>
  mergedDays(
    map
      .filter(({ state, day }) => state === 'incomplete' && first <= day && day <= last)
      .map(({ day }) => ({ first: day, last: day })),
  )

const storedCoverage = (
  map: readonly DayRecord[],
  days: SegmentDays,
  now: number,
): Omit<DayCoverage, 'unread'> => {
  const storedDays = new Map(map.map((one) => [one.day, one]))
  const all = eachDay(begun(days, now))
  const isKnown = (day: number) => {
    const one = storedDays.get(day)
    return one !== undefined && isGood(one) && (day >= firstOpenDay(now) || knownUntil(one) >= endOfDay(day))
  }
  const missing = all.filter((day) => !isKnown(day))
  const [first, last] = [missing[0], missing.at(-1)]
  if (first === undefined || last === undefined) {
    const newest = storedDays.get(all.at(-1) ?? -1)
    return { is: 'whole', asOf: newest ? knownUntil(newest) : now, missing: null }
  }
  const span = { first, last }
  if (all.every((day) => !storedDays.has(day))) return { is: 'none', asOf: null, missing: span }
  // The day before may still last in a western time zone.
  const stale = storedDays.get(first) ?? (first > firstOpenDay(now) ? storedDays.get(first - 1) : undefined)
  const isBehind =
    stale !== undefined &&
    isGood(stale) &&
    all.every((day) => day <= first || !storedDays.has(day)) &&
    all.at(-1)! - first <= MOST_BEHIND_DAYS
  return isBehind
    ? { is: 'behind', asOf: knownUntil(stale), missing: span }
    : { is: 'part', asOf: lastReadAt(storedDays, all), missing: span }
}

/** @param map covers these days, maybe others */
export const coverageOf = (map: readonly DayRecord[], days: SegmentDays, now: number): DayCoverage => ({
  ...storedCoverage(map, days, now),
  unread: unreadIn(map, days),
})
