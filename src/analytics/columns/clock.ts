import { minuteOf, parseWallClock } from '#/i18n/format.ts'
import { dayNumber, MINUTE_MS, NO_DAY } from '#/contract/day.ts'

/** A contact's own wall clock (G6): what the date read last says. One object for all, of which there are a million. */
export interface Clock {
  readonly read: (date: string | null) => void
  /** Days since 1970; NO_DAY where the date cannot be read, or is none between 1970 and 2149. */
  readonly day: number
  /** Of that day; 0 without one. */
  readonly minute: number
  /** Minutes east of UTC; null: unknown. */
  readonly offset: number | null
  /** Milliseconds since 1970 in UTC; meaningless without an offset. */
  readonly at: number
}

/** Two digits as a number; below zero: there are others. */
const two = (text: string, at: number): number => {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1
}

const [PLUS, MINUS, COLON] = [43, 45, 58]
const USUAL_LENGTH = '2026-11-20T14:06:00+03:00'.length

/**
 * Reads dates as `parseWallClock` does. A million of them are of a few hundred days, and contacts come by day: what
 * makes a day is read once, the usual way to write its time digit by digit.
 */
export const createClock = (): Clock => {
  let prefix = ''
  let known = NO_DAY
  const clock = {
    day: NO_DAY,
    minute: 0,
    offset: null as number | null,
    at: 0,
    read: (date: string | null) => {
      if (date === null || !readUsual(date)) readAny(date)
    },
  }

  const readUsual = (date: string): boolean => {
    if (date.length !== USUAL_LENGTH || known === NO_DAY || !date.startsWith(prefix)) return false
    const hour = two(date, 11)
    const minute = two(date, 14)
    const second = two(date, 17)
    const hoursEast = two(date, 20)
    const minutesEast = two(date, 23)
    const isTime = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60
    const isOffset = hoursEast >= 0 && minutesEast >= 0 && date.charCodeAt(22) === COLON
    const isUsual = isTime && isOffset && date.charCodeAt(13) === COLON && date.charCodeAt(16) === COLON
    const sign = date.charCodeAt(19) === PLUS ? 1 : date.charCodeAt(19) === MINUS ? -1 : 0
    if (!isUsual || sign === 0) return false
    clock.day = known
    clock.minute = hour * 60 + minute
    clock.offset = sign * (hoursEast * 60 + minutesEast)
    clock.at = ((known * 1440 + clock.minute - clock.offset) * 60 + second) * 1000
    return true
  }

  const readAny = (date: string | null) => {
    const wall = parseWallClock(date)
    clock.day = wall === null ? NO_DAY : dayNumber(wall.day)
    clock.minute = wall === null || clock.day === NO_DAY ? 0 : minuteOf(wall)
    clock.offset = wall?.offset ?? null
    clock.at = wall === null ? 0 : wall.utc - (wall.offset ?? 0) * MINUTE_MS
    if (wall === null || clock.day === NO_DAY) return
    prefix = `${wall.day}T`
    known = clock.day
  }
  return clock
}
