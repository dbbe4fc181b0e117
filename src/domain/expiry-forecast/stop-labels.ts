import type { KnownExpiryForecast } from '#/analytics/evaluation/expiry-forecast.ts'
import { counted, formatDay, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

const YEAR_GOES_UNSAID = 180

/** "Shop stops on Nov 25", or that it has stopped. */
export const stopsTitle = (object: string, { day, daysLeft, state }: KnownExpiryForecast): string => {
  const isNear = Math.abs(daysLeft) < YEAR_GOES_UNSAID
  const words = { object, day: (isNear ? formatShortDay : formatDay)(day) }
  return state === 'stopped' ? m.today_stopped(words) : m.today_stops(words)
}

const RUNS_OUT = {
  sessions: { ahead: m.today_sessions_in, now: m.today_sessions_today, over: m.today_sessions_over },
  expiry: { ahead: m.today_expiry_in, now: m.today_expiry_today, over: m.today_expiry_over },
} as const

export const stopsDetail = ({ reason, daysLeft }: KnownExpiryForecast): string => {
  const words = RUNS_OUT[reason]
  if (daysLeft > 0) return words.ahead(counted(daysLeft))
  return daysLeft === 0 ? words.now() : words.over()
}
