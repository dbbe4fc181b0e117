import { mergedDays } from '#/analytics/columns/unread-days.ts'
import { endOfDay, firstOpenDay } from '#/server/archive/reading/clock.ts'
import { begun, eachDay, knownUntil } from '#/server/archive/reading/due.ts'
import type { HeldDay, SegmentDays } from '#/server/archive/store/store.ts'

/** How some days are held as a whole: what figures of them are worth. */
export interface Standing {
  /**
   * `whole`: all of them, those that last as of some moment. `behind`: all until one of the last, which was read while it
   * lasted, and nothing since. `part`: days in between are missing, or lack contacts. `none`: nothing is held.
   */
  readonly is: 'whole' | 'behind' | 'part' | 'none'
  /** Milliseconds since 1970: what had come by then is in them; of a part, when it was looked at last. Null: nothing is held. */
  readonly asOf: number | null
  /** From the first to the last that is missing; null: none is. */
  readonly missing: SegmentDays | null
  /** Days that were tried and could not be read whole, the oldest first. */
  readonly unread: readonly SegmentDays[]
}

/** A figure that lacks more days than these is not worth showing, whatever is said beside it. */
const MOST_BEHIND_DAYS = 3

/** Read whole, and all of it can be counted: the service would count as much. */
export const isGood = ({ state, gaps, unreadable, doubled }: HeldDay) =>
  state === 'complete' && gaps.length === 0 && unreadable === 0 && doubled === 0

/** Of what is held of some days. */
const lastLook = (held: ReadonlyMap<number, HeldDay>, days: readonly number[]): number =>
  Math.max(...days.flatMap((day) => held.get(day) ?? []).map(knownUntil))

const unreadIn = (map: readonly HeldDay[], { first, last }: SegmentDays): SegmentDays[] =>
  mergedDays(
    map
      .filter(({ state, day }) => state === 'incomplete' && first <= day && day <= last)
      .map(({ day }) => ({ first: day, last: day })),
  )

const heldAs = (map: readonly HeldDay[], days: SegmentDays, now: number): Omit<Standing, 'unread'> => {
  const held = new Map(map.map((one) => [one.day, one]))
  const all = eachDay(begun(days, now))
  const isKnown = (day: number) => {
    const one = held.get(day)
    return one !== undefined && isGood(one) && (day >= firstOpenDay(now) || knownUntil(one) >= endOfDay(day))
  }
  const missing = all.filter((day) => !isKnown(day))
  const [first, last] = [missing[0], missing.at(-1)]
  if (first === undefined || last === undefined) {
    const newest = held.get(all.at(-1) ?? -1)
    return { is: 'whole', asOf: newest ? knownUntil(newest) : now, missing: null }
  }
  const span = { first, last }
  if (all.every((day) => !held.has(day))) return { is: 'none', asOf: null, missing: span }
  // The day before may last somewhere still: it was looked at until some moment as well.
  const stale = held.get(first) ?? (first > firstOpenDay(now) ? held.get(first - 1) : undefined)
  const isBehind =
    stale !== undefined &&
    isGood(stale) &&
    all.every((day) => day <= first || !held.has(day)) &&
    all.at(-1)! - first <= MOST_BEHIND_DAYS
  return isBehind
    ? { is: 'behind', asOf: knownUntil(stale), missing: span }
    : { is: 'part', asOf: lastLook(held, all), missing: span }
}

/** @param map of these days and maybe of others */
export const standingOf = (map: readonly HeldDay[], days: SegmentDays, now: number): Standing => ({
  ...heldAs(map, days, now),
  unread: unreadIn(map, days),
})
