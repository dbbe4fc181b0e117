/*
 * The calendar. A day is `YYYY-MM-DD` as the wall clock of a contact writes it (G6), or the number of days since 1 January
 * 1970 where many are counted. No zones; this device's clock only where an offset of null asks for it.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** No call is longer: one that is said to be has no duration, and is left out of every average. */
export const LONGEST_CALL_SECONDS = DAY_MS / 1000

/** Days `YYYY-MM-DD`, both included. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** What a wall clock shows: a day `YYYY-MM-DD` and a minute of it, 0 to 1439. */
export interface Moment {
  readonly day: string
  readonly minute: number
}

/** `07`: of an hour, a minute, a day of the month. */
export const twoDigits = (number: number): string => String(number).padStart(2, '0')

const textOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

/** The first moment of a day as if its clock were UTC, in milliseconds; NaN for what is no day. */
export const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** `YYYY-MM-DD` naming a day that exists. */
export const isDay = (value: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = midnight(value)
  return !Number.isNaN(at) && textOf(at) === value
}

/** What `Date` does not read of ISO 8601: a comma before the fraction, an offset of hours alone. */
const UNUSUAL = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*([+-]\d{2})(?::?(\d{2}))?$/

/** Milliseconds since 1970 of an ISO 8601 timestamp, however its offset is written; null: it is no moment. */
export const instantOf = (date: unknown): number | null => {
  if (typeof date !== 'string') return null
  const usual = Date.parse(date)
  if (!Number.isNaN(usual)) return usual
  const [, clock, fraction = '0', hours, minutes = '00'] = UNUSUAL.exec(date) ?? []
  const read = clock === undefined ? Number.NaN : Date.parse(`${clock}.${fraction}${hours}:${minutes}`)
  return Number.isNaN(read) ? null : read
}

/** `days` may be negative. */
export const addDays = (day: string, days: number): string => textOf(midnight(day) + days * DAY_MS)

/** Days from one day to another; negative when the other comes first. */
export const daysBetween = (from: string, to: string): number => (midnight(to) - midnight(from)) / DAY_MS

/** How many days a range holds. */
export const daysIn = ({ from, to }: DayRange): number => daysBetween(from, to) + 1

/** The first day of the month that comes so many months after that of `day`; `months` may be negative. */
export const monthStart = (day: string, months = 0): string => {
  const first = new Date(midnight(`${day.slice(0, 7)}-01`))
  first.setUTCMonth(first.getUTCMonth() + months)
  return textOf(first.getTime())
}

/** Stands for a date that cannot be read. */
export const NO_DAY = 0xffff

/** `2026-11-20` → 20777; {@link NO_DAY} for what is no day between 1970 and 2149. */
export const dayNumber = (day: string): number => {
  const number = midnight(day) / DAY_MS
  return Number.isInteger(number) && number >= 0 && number < NO_DAY ? number : NO_DAY
}

/** 20777 → `2026-11-20` */
export const dayText = (day: number): string => textOf(day * DAY_MS)

/** 0 is Monday, 6 Sunday; takes days since 1970. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

/** The Monday of a day's week: weeks begin on Monday in both languages. */
export const weekStart = (day: string): string => addDays(day, -weekdayOf(midnight(day) / DAY_MS))

/**
 * What a clock `offset` minutes ahead of UTC shows at an instant (null: the clock of this device), as if it were UTC, in
 * milliseconds: to write it, never an instant.
 */
export const wallClockAt = (instant: number, offset: number | null): number =>
  instant + (offset ?? -new Date(instant).getTimezoneOffset()) * MINUTE_MS

/** The day a clock `offset` minutes ahead of UTC shows at an instant (G6); null: the clock of this device. */
export const dayAt = (instant: number, offset: number | null): string => textOf(wallClockAt(instant, offset))

/** The same with the minute of that day. */
export const momentAt = (instant: number, offset: number | null): Moment => {
  const wall = wallClockAt(instant, offset)
  return { day: textOf(wall), minute: Math.floor((wall - Math.floor(wall / DAY_MS) * DAY_MS) / MINUTE_MS) }
}
