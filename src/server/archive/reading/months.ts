import { dayNumber, dayText, monthStart } from '#/contract/day.ts'
import { firstOpenDay } from './clock.ts'
import type { HeldDay, SegmentDays } from '#/server/archive/store/store.ts'

/** A month is closed so many days after its end: by then few of its days are read again. */
const CLOSED_AFTER_DAYS = 3

/** Months that are held whole, have ended and are in several pieces: one segment is enough for each. */
export const monthsToJoin = (
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
