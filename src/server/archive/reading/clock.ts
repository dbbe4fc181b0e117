import { DAY_MS, HOUR_MS } from '#/contract/day.ts'

/* Days follow the contacts' own clocks (G6), several at once; these functions hold for every time zone. */

const EASTMOST_MS = 14 * HOUR_MS
const WESTMOST_MS = -12 * HOUR_MS

const dayOf = (instant: number) => Math.floor(instant / DAY_MS)

export const firstOpenDay = (now: number): number => dayOf(now + WESTMOST_MS)
export const lastBegunDay = (now: number): number => dayOf(now + EASTMOST_MS)
/** Epoch milliseconds when a day has ended everywhere. */
export const endOfDay = (day: number): number => (day + 1) * DAY_MS - WESTMOST_MS
/** Epoch milliseconds when a day began first; none of its contacts is older. */
export const beginOfDay = (day: number): number => day * DAY_MS - EASTMOST_MS
export const utcDay = dayOf
