import { utmValue } from '#/contract/utm.ts'
import { addDays, dayAt } from '#/contract/day.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { formatDateTime, formatOffset, formatShortDay, type WallClock } from '#/i18n/format.ts'
import type { Offsets } from '#/features/journal/table/use-offsets.ts'
import { getTimes, shownClock } from '#/domain/preferences/times.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Today" or "Yesterday" in this offset; null: other days. */
const dayName = (day: string, offset: number | null, now: number): string | null => {
  const today = dayAt(now, offset ?? 0)
  if (day === today) return m.today()
  return day === addDays(today, -1) ? m.yesterday() : null
}

/** "Today", or `Nov 20`. */
export const shortDayName = ({ day, offset }: Pick<WallClock, 'day' | 'offset'>, now: number): string =>
  dayName(day, offset, now) ?? formatShortDay(day)

/** `Nov 20, 2026, 13:21`, the accessible name of a row's link. */
export const dateLabel = (date: string | null): string => {
  const clock = shownClock(date)
  return clock ? formatDateTime(clock) : m.invalid_date()
}

/** A row's offset if it isn't the main one: `UTC+5`; null otherwise. */
export const otherOffset = (offset: number | null, { main, isMixed }: Offsets): string | null => {
  if (!isMixed || offset === main) return null
  return offset === null ? m.no_offset() : formatOffset(offset)
}

/** Time zone of a list; null: unknown. */
export const offsetLabel = ({ main, isMixed }: Offsets, isOfAll: boolean): string | null => {
  if (main === null) return null
  const offset = formatOffset(main)
  if (getTimes() === 'mine') return m.times_mine({ offset })
  if (isMixed) return m.times_several({ offset })
  return isOfAll ? m.times_each({ offset }) : m.times_own({ offset })
}

export const sourceDetail = (call: ListedCallRead): string | null =>
  call.search_request || utmValue(call.utm, 'campaign')

/** Path and query as they are recorded, which is what the service filters by; what is no page's address is whole. */
export const pagePath = (uri: string): string => {
  const [, path] = /^https?:\/\/[^/?#]+([^#]*)/i.exec(uri) ?? []
  return path === undefined ? uri : path || '/'
}
