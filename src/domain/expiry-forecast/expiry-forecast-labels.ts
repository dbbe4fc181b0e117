import {
  ASSUMED_DAYS,
  type Counting,
  type KnownExpiryForecast,
  type ExpiryForecast,
} from '#/analytics/evaluation/expiry-forecast.ts'
import { counted, formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const HORIZON_DAYS = 90
const SOON_DAYS = 7
const NEAR_DAYS = 21

export const expiryForecastTone = ({ daysLeft }: KnownExpiryForecast): 'missed' | 'warning' | 'neutral' =>
  daysLeft <= SOON_DAYS ? 'missed' : daysLeft <= NEAR_DAYS ? 'warning' : 'neutral'

export const daysText = (days: number): string => m.expiry_days(counted(days))

/** `6 days`, `Today`, `5 days ago`. */
export const leftText = (daysLeft: number): string => {
  if (daysLeft === 0) return m.expiry_today()
  return daysLeft < 0 ? m.expiry_days_ago(counted(-daysLeft)) : daysText(daysLeft)
}

const HAS_NO_RESET: ReadonlySet<Counting['assumed']> = new Set(['absent', 'unreadable'])

/** `6 days, sessions`, `6 days, sessions, assumed 30-day cycle`. */
export const expiryForecastText = ({ daysLeft, reason, sessions }: KnownExpiryForecast): string => {
  const left = leftText(daysLeft)
  if (reason !== 'sessions') return m.expiry_by_expiry({ left })
  return sessions.known && HAS_NO_RESET.has(sessions.counting.assumed)
    ? m.expiry_by_sessions_assumed({ left, days: ASSUMED_DAYS })
    : m.expiry_by_sessions({ left })
}

/** `Lasts until Nov 26, 2026, 6 days, sessions`. */
export const expiryForecastLabel = (forecast: KnownExpiryForecast): string =>
  isFar(forecast)
    ? m.expiry_far_label(counted(HORIZON_DAYS))
    : `${m.runway()} ${formatDay(forecast.day)}, ${expiryForecastText(forecast)}`

export const isFar = ({ daysLeft }: KnownExpiryForecast): boolean => daysLeft > HORIZON_DAYS
export const farText = (): string => m.expiry_far(counted(HORIZON_DAYS))
export const columnText = (): string => m.expiry_column(counted(HORIZON_DAYS))

export const UNKNOWN_TEXT = {
  tracking_off: m.expiry_tracking_off,
  number_only: m.expiry_number_only,
  no_data: m.expiry_no_data,
  no_end: m.expiry_no_end,
} as const satisfies Record<Extract<ExpiryForecast, { state: 'unknown' }>['why'], () => string>
