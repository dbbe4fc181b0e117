import { utmValue } from '#/contract/utm.ts'
import { addDays, dayAt } from '#/contract/day.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { formatDateTime, formatOffset, formatShortDay, type WallClock } from '#/i18n/format.ts'
import type { Offsets } from '#/features/journal/table/use-offsets.ts'
import { getTimes, shownClock } from '#/domain/preferences/times.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** "Today", "Yesterday" on the clock of that offset; null for other days. */
const dayName = (day: string, offset: number | null, now: number): string | null => {
  const today = dayAt(now, offset ?? 0)
  if (day === today) return m.today()
  return day === addDays(today, -1) ? m.yesterday() : null
}

/** "Today", or `Nov 20`: as short as a row has room for. */
export const shortDayName = ({ day, offset }: Pick<WallClock, 'day' | 'offset'>, now: number): string =>
  dayName(day, offset, now) ?? formatShortDay(day)

/** `Nov 20, 2026, 13:21`, the accessible name of a row's link. */
export const dateWords = (date: string | null): string => {
  const clock = shownClock(date)
  return clock ? formatDateTime(clock) : m.invalid_date()
}

/** The offset of a date that is not on the clock of most: `UTC+5`. Null where it is, or where all are on one. */
export const otherOffset = (offset: number | null, { main, isMixed }: Offsets): string | null => {
  if (!isMixed || offset === main) return null
  return offset === null ? m.no_offset() : formatOffset(offset)
}

/** Whose clock the times of a list are on, said once for all of it; null while none is known. */
export const offsetWords = ({ main, isMixed }: Offsets, isOfAll: boolean): string | null => {
  if (main === null) return null
  const offset = formatOffset(main)
  if (getTimes() === 'mine') return m.times_mine({ offset })
  if (isMixed) return m.times_several({ offset })
  return isOfAll ? m.times_each({ offset }) : m.times_own({ offset })
}

/** What stands behind a source: what was searched for, or the campaign. */
export const sourceDetail = (call: ListedCallRead): string | null =>
  call.search_request || utmValue(call.utm, 'campaign')

/** A page without its host: the journal's pages are nearly always the same site's. */
export const pagePath = (uri: string): string => {
  try {
    const url = new URL(uri)
    return url.protocol === 'http:' || url.protocol === 'https:' ? `${url.pathname}${url.search}` : uri
  } catch {
    return uri
  }
}
