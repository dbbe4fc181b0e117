import { DAY_MS, HOUR_MS } from '#/contract/day.ts'

/*
 * Days are those of the contacts' own clocks (G6), of which there may be many at once. What is said here holds on every one.
 */

/** The clocks furthest east and west of UTC. */
const EASTMOST_MS = 14 * HOUR_MS
const WESTMOST_MS = -12 * HOUR_MS

const dayOf = (instant: number) => Math.floor(instant / DAY_MS)

/** The first day that has not ended everywhere: contacts may still come. */
export const firstOpenDay = (now: number): number => dayOf(now + WESTMOST_MS)
/** The last day that has begun anywhere. */
export const lastBegunDay = (now: number): number => dayOf(now + EASTMOST_MS)
/** When a day has ended everywhere. */
export const endOfDay = (day: number): number => (day + 1) * DAY_MS - WESTMOST_MS
/** When it began somewhere: no contact of it is older. */
export const beginOfDay = (day: number): number => day * DAY_MS - EASTMOST_MS
/** Days since 1970 by UTC: for what is counted by day. */
export const utcDay = dayOf
