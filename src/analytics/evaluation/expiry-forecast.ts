import { addDays, daysBetween, isDay } from '#/contract/day.ts'
import type { ObjRead } from '#/contract/object.ts'
import { expirationDay } from './expiration.ts'

/** A day `YYYY-MM-DD`, and its distance from today in days (negative: past). */
interface DayAhead {
  readonly day: string
  readonly daysLeft: number
}

/** Parsed `expiration_date` (G15). */
export type Expiry =
  | ({ readonly state: 'day'; readonly written: string } & DayAhead)
  | { readonly state: 'unreadable'; readonly written: string }
  | { readonly state: 'absent' }

/** Why the start of `sessions_used` is assumed. */
export type Assumption = 'absent' | 'unreadable' | 'ahead' | 'today'

export interface Counting {
  readonly day: string
  /** Whole days up to today, at least one. */
  readonly days: number
  readonly assumed: Assumption | null
  readonly written: string | null
}

/** Session counts; `dailyRate` in sessions a day. */
export type Sessions =
  | {
      readonly known: false
      readonly why: 'no_count' | 'no_limit' | 'unlimited'
      readonly used: number | null
    }
  | {
      readonly known: true
      readonly used: number
      readonly limit: number
      readonly counting: Counting
      readonly dailyRate: number
      /** Days left at this pace, not rounded; null: none used, or beyond a lifetime. */
      readonly lasts: number | null
      readonly reset: string | null
      /** The day they run out; null: never, or after the reset. */
      readonly end: DayAhead | null
    }

/** The day tracking stops or stopped; `reason` is the earlier of the two ends. `unknown` carries its reason. */
export type ExpiryForecast =
  | ({
      readonly state: 'stops' | 'stopped'
      readonly reason: 'expiry' | 'sessions'
      readonly today: string
      readonly expiry: Expiry
      readonly sessions: Sessions
      /** False: the service does not say whether tracking is on. */
      readonly trackingKnown: boolean
    } & DayAhead)
  | {
      readonly state: 'unknown'
      readonly why: 'tracking_off' | 'number_only' | 'no_data' | 'no_end'
    }

export type KnownExpiryForecast = Exclude<ExpiryForecast, { state: 'unknown' }>

/** Days assumed since the last reset where it is unknown. */
export const ASSUMED_DAYS = 30
const LIFETIME_DAYS = 36_500

const ISO =
  /^\s*(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|[+-]\d{2}(?::?\d{2})?)?)?\s*$/

/** The day of a `sessions_reset_date`, whose format is not documented: ISO 8601, or that of `expiration_date`. */
const resetDay = (written: string): string | null => {
  const day = ISO.exec(written)?.[1]
  return day !== undefined && isDay(day) ? day : expirationDay(written)
}

const readExpiry = (written: string | null, today: string): Expiry => {
  if (written === null || written.trim() === '') return { state: 'absent' }
  const day = expirationDay(written)
  return day === null
    ? { state: 'unreadable', written }
    : { state: 'day', written, day, daysLeft: daysBetween(today, day) }
}

const readCounting = (
  written: string | null,
  today: string,
): { counting: Counting; reset: string | null } => {
  const assume = (assumed: Assumption): Counting => ({
    day: addDays(today, -ASSUMED_DAYS),
    days: ASSUMED_DAYS,
    assumed,
    written,
  })
  if (written === null || written.trim() === '') return { counting: assume('absent'), reset: null }
  const day = resetDay(written)
  if (day === null) return { counting: assume('unreadable'), reset: null }
  if (day > today) return { counting: assume('ahead'), reset: day }
  // Less than a day gives no pace.
  if (day === today) return { counting: assume('today'), reset: null }
  return { counting: { day, days: daysBetween(day, today), assumed: null, written }, reset: null }
}

const readSessions = (object: ObjRead, today: string): Sessions => {
  const { sessions_used: used, sessions: limit, tariff } = object
  if (used === null || used < 0) return { known: false, why: 'no_count', used: null }
  if (limit === null && tariff !== null && tariff.sessions === null)
    return { known: false, why: 'unlimited', used }
  if (limit === null || limit <= 0) return { known: false, why: 'no_limit', used }

  const { counting, reset } = readCounting(object.sessions_reset_date, today)
  const dailyRate = used / counting.days
  const left = Math.max(0, limit - used) / dailyRate
  const lasts = dailyRate > 0 && left < LIFETIME_DAYS ? left : null
  const at = lasts === null ? null : { day: addDays(today, Math.floor(lasts)), daysLeft: Math.floor(lasts) }
  const isResetFirst = at !== null && at.daysLeft > 0 && reset !== null && reset <= at.day
  return { known: true, used, limit, counting, dailyRate, lasts, reset, end: isResetFirst ? null : at }
}

/**
 * The day tracking stops: the end of the paid period or of the sessions at their pace since the last reset,
 * whichever is first. Pure.
 * @param today `YYYY-MM-DD` on the object's clock (G6): `expiration_date` has no zone (G15)
 */
export const forecastExpiry = (object: ObjRead, today: string): ExpiryForecast => {
  const hasSite = Boolean(object.site_url?.trim())
  if (object.is_tracking === false) return { state: 'unknown', why: hasSite ? 'tracking_off' : 'number_only' }

  const expiry = readExpiry(object.expiration_date, today)
  const sessions = readSessions(object, today)
  const sessionsEnd = sessions.known ? sessions.end : null
  const expiryEnd = expiry.state === 'day' ? expiry : null
  const isSessions = sessionsEnd !== null && (expiryEnd === null || sessionsEnd.day < expiryEnd.day)
  const first = isSessions ? sessionsEnd : expiryEnd
  if (first === null) {
    if (sessions.known || sessions.why === 'unlimited') return { state: 'unknown', why: 'no_end' }
    return { state: 'unknown', why: hasSite ? 'no_data' : 'number_only' }
  }
  return {
    state: first.daysLeft < 0 ? 'stopped' : 'stops',
    day: first.day,
    daysLeft: first.daysLeft,
    reason: isSessions ? 'sessions' : 'expiry',
    today,
    expiry,
    sessions,
    trackingKnown: object.is_tracking !== null,
  }
}

/** Days from the sessions' end to the paid period's; negative: the period ends first. Null: one has no end. */
export const daysBetweenEnds = ({ expiry, sessions }: KnownExpiryForecast): number | null =>
  expiry.state === 'day' && sessions.known && sessions.end !== null
    ? expiry.daysLeft - sessions.end.daysLeft
    : null
