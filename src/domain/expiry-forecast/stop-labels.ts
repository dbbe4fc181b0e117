import type { KnownExpiryForecast } from '#/analytics/evaluation/expiry-forecast.ts'
import { counted, formatDay, formatShortDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

const YEAR_GOES_UNSAID = 180

/** "Shop stops on Nov 25", or that it has stopped. */
export const stopsTitle = (object: string, { day, daysLeft, state }: KnownExpiryForecast): string => {
  const isNear = Math.abs(daysLeft) < YEAR_GOES_UNSAID
  const values = { object, day: (isNear ? formatShortDay : formatDay)(day) }
  return state === 'stopped' ? m.today_stopped(values) : m.today_stops(values)
}

const RUNS_OUT = {
  sessions: { ahead: m.today_sessions_in, now: m.today_sessions_today, over: m.today_sessions_over },
  expiry: { ahead: m.today_expiry_in, now: m.today_expiry_today, over: m.today_expiry_over },
} as const

export const stopsDetail = ({ reason, daysLeft }: KnownExpiryForecast): string => {
  const sentence = RUNS_OUT[reason]
  if (daysLeft > 0) return sentence.ahead(counted(daysLeft))
  return daysLeft === 0 ? sentence.now() : sentence.over()
}
