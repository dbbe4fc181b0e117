import { addDays, dayAt } from '#/contract/day.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { formatOffset, parseWallClock, formatDateTime } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Today", "Yesterday" on the clock of that offset; null for other days. */
export const dayName = (day: string, offset: number | null, now: number): string | null => {
  const today = dayAt(now, offset ?? 0)
  if (day === today) return m.today()
  return day === addDays(today, -1) ? m.yesterday() : null
}

/** `Nov 20, 2026, 13:21`, the accessible name of a row's link. */
export const dateWords = (date: string | null): string => {
  const clock = parseWallClock(date)
  return clock ? formatDateTime(clock) : m.invalid_date()
}

/** The offset the dates are written with, shown once: `UTC+3`. Null when the dates carry none. */
export const offsetWords = (date: string | null): string | null => {
  const offset = parseWallClock(date)?.offset
  return offset === null || offset === undefined ? null : formatOffset(offset)
}

/** What stands behind a source: what was searched for, or the campaign. */
export const sourceDetail = (call: ListedCallRead): string | null =>
  call.search_request || campaignOf(call.utm) || null

const campaignOf = (utm: string | null): string | null =>
  utm === null ? null : new URLSearchParams(utm.replace(/^\?/, '')).get('utm_campaign')

/** A page without its host: the journal's pages are nearly always the same site's. */
export const pagePath = (uri: string): string => {
  try {
    const url = new URL(uri)
    return url.protocol === 'http:' || url.protocol === 'https:' ? `${url.pathname}${url.search}` : uri
  } catch {
    return uri
  }
}
