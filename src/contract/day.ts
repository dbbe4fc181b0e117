/*
 * Calendar functions. A day is `YYYY-MM-DD` by a contact's wall clock (G6), or days since 1 January 1970. No
 * time zones; the device's clock only where an offset is null.
 */

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const DAY_MINUTES = 24 * 60
/** Longer durations are implausible and left out of averages. */
export const LONGEST_CALL_SECONDS = DAY_MS / 1000

/** Days `YYYY-MM-DD`, inclusive. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

/** A day `YYYY-MM-DD` and a minute of it, 0 to 1439. */
export interface Moment {
  readonly day: string
  readonly minute: number
}

export const twoDigits = (number: number): string => String(number).padStart(2, '0')

const textOf = (utc: number): string => new Date(utc).toISOString().slice(0, 10)

/** Start of a day in UTC, in milliseconds; NaN for an invalid day. */
export const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** Whether it is an existing day, `YYYY-MM-DD`. */
export const isDay = (value: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = midnight(value)
  return !Number.isNaN(at) && textOf(at) === value
}

/** ISO 8601 that `Date` rejects: a decimal comma, an offset of hours only. */
const UNUSUAL = /^(\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*([+-]\d{2})(?::?(\d{2}))?$/

/** Epoch milliseconds of an ISO 8601 timestamp with any offset notation, or null. */
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

/** Days from one day to another; negative if the other is earlier. */
export const daysBetween = (from: string, to: string): number => (midnight(to) - midnight(from)) / DAY_MS

export const daysIn = ({ from, to }: DayRange): number => daysBetween(from, to) + 1

/** First day of the month `months` (maybe negative) after that of `day`. */
export const monthStart = (day: string, months = 0): string => {
  const first = new Date(midnight(`${day.slice(0, 7)}-01`))
  first.setUTCMonth(first.getUTCMonth() + months)
  return textOf(first.getTime())
}

/** An unreadable date. */
export const NO_DAY = 0xffff

/** `2026-11-20` → 20777; {@link NO_DAY} outside of 1970 to 2149. */
export const dayNumber = (day: string): number => {
  const number = midnight(day) / DAY_MS
  return Number.isInteger(number) && number >= 0 && number < NO_DAY ? number : NO_DAY
}

/** 20777 → `2026-11-20` */
export const dayText = (day: number): string => textOf(day * DAY_MS)

/** 0 is Monday, 6 Sunday; takes days since 1970. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7

export const weekStart = (day: string): string => addDays(day, -weekdayOf(midnight(day) / DAY_MS))

/**
 * Wall clock at an instant, `offset` minutes ahead of UTC (null: the device's), in milliseconds as if it were
 * UTC. For display only: it is no instant.
 */
export const wallClockAt = (instant: number, offset: number | null): number =>
  instant + (offset ?? -new Date(instant).getTimezoneOffset()) * MINUTE_MS

/** Day at an instant on a clock `offset` minutes ahead of UTC (G6); null: the device's. */
export const dayAt = (instant: number, offset: number | null): string => textOf(wallClockAt(instant, offset))

/** The same with the minute. */
export const momentAt = (instant: number, offset: number | null): Moment => {
  const wallClock = wallClockAt(instant, offset)
  return {
    day: textOf(wallClock),
    minute: Math.floor((wallClock - Math.floor(wallClock / DAY_MS) * DAY_MS) / MINUTE_MS),
  }
}
