import type { ApiError } from '#/api/error.ts'
import { isApiError } from '#/api/error.ts'
import { MINUTE_MS, momentAt } from '#/contract/day.ts'
import type { Live } from '#/contract/live/live.ts'
import { formatDay, formatNumber, timeOf } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Rounded from 1. */
export const usualLabel = (usual: number): string =>
  formatNumber(usual < 1 ? Math.round(usual * 10) / 10 : Math.round(usual))

export const waitLabel = (minutes: number): string =>
  minutes < 60
    ? m.live_minutes({ minutes: formatNumber(Math.max(0, minutes)) })
    : m.live_hours({ hours: formatNumber(Math.floor(minutes / 60)), minutes: formatNumber(minutes % 60) })

export const shortWaitLabel = (minutes: number): string =>
  minutes < 120 ? waitLabel(minutes) : m.live_whole_hours({ hours: formatNumber(Math.floor(minutes / 60)) })

/** Null: unknown. */
export const minutesWaited = (at: string | null, now: number): number | null =>
  at === null ? null : Math.max(0, Math.floor((now - Date.parse(at)) / MINUTE_MS))

/** By the kiosk's clock; by the contact's if the offset is unknown. */
export const timeLabel = (
  { at, minute }: { readonly at: string | null; readonly minute: number | null },
  offset: number | null,
): string => {
  if (at !== null) return timeOf(momentAt(Date.parse(at), offset).minute)
  return minute === null ? '–' : timeOf(minute)
}

export const readAtLabel = ({ as_of, offset }: Live, today: string): string => {
  const { day, minute } = momentAt(Date.parse(as_of), offset)
  const time = timeOf(minute)
  return m.as_of({ time: day === today ? time : `${formatDay(day)}, ${time}` })
}

export const troubleLabel = (error: ApiError | Error): string => {
  if (isApiError(error, 'offline')) return m.live_offline()
  if (isApiError(error, 'network', 'captive-portal', 'database', 'intercepted', 'sso-required'))
    return m.live_no_server()
  if (isApiError(error, 'unavailable', 'timeout', 'server', 'bad-response')) return m.live_no_service()
  if (isApiError(error, 'rate-limited')) return m.live_rate_limited()
  if (isApiError(error, 'forbidden', 'client-forbidden', 'key-refused')) return m.live_forbidden()
  return m.live_failed()
}
