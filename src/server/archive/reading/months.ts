import { dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { firstOpenDay, lastBegunDay } from './clock.ts'
import type { ArchiveStore, HeldDay, SegmentDays } from '#/server/archive/store/store.ts'

/** A month is closed so many days after its end: by then few of its days are read again. */
const CLOSED_AFTER_DAYS = 3

/** Months that are held whole, have ended and are in several pieces: one segment is enough for each. */
const monthsToJoin = (
  map: readonly HeldDay[],
  segments: readonly SegmentDays[],
  now: number,
): SegmentDays[] => {
  const whole = new Set(map.filter(({ state }) => state === 'complete').map(({ day }) => day))
  const firsts = new Set(map.map(({ day }) => dayNumber(monthStart(dayText(day)))))
  return [...firsts].flatMap((first) => {
    const last = dayNumber(monthStart(dayText(first), 1)) - 1
    if (last + CLOSED_AFTER_DAYS >= firstOpenDay(now)) return []
    for (let day = first; day <= last; day++) if (!whole.has(day)) return []
    const pieces = segments.filter((one) => one.first >= first && one.last <= last)
    return pieces.length > 1 ? [{ first, last }] : []
  })
}

/** Joins the months of an account, as far as there may be something to join. */
export const createJoiner = (
  store: Pick<ArchiveStore, 'joinSegments' | 'map' | 'segmentDays'>,
  account: string,
  {
    now,
    daysKept,
    isEnough,
  }: { readonly now: () => number; readonly daysKept: number; readonly isEnough: () => boolean },
) => {
  /** What earlier readings left unfinished is not known. */
  let isDue = true
  return {
    /** Days were written, or time has gone by. */
    changed: () => {
      isDue = true
    },
    join: async (): Promise<void> => {
      if (!isDue) return
      const days = { first: lastBegunDay(now()) - daysKept, last: firstOpenDay(now()) }
      const segments = await store.segmentDays(account, days)
      for (const month of monthsToJoin(await store.map(account, days), segments, now())) {
        if (isEnough()) return
        await store.joinSegments(account, month)
      }
      isDue = false
    },
  }
}
