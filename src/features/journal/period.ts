import { DEFAULT_JOURNAL_PERIOD, type Period } from '#/contract/call-filters.ts'
import { addDays, type DayRange } from '#/contract/day.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'
import { PRESET_WORDS, rangeLabel, SERVICE_WORDS } from '#/domain/period/period-labels.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Days of the service's own periods up to today. Its month is undefined (G23), so the arrow shows its days first. */
const ROLLING_DAYS = { day: 1, week: 7, month: 30, year: 365 } as const

/** A journal period's days; null: open-ended. */
export const periodRange = (
  { period = DEFAULT_JOURNAL_PERIOD, date_from, date_to }: JournalSearch,
  today: string,
): DayRange | null => {
  if (period === 'all') return null
  if (period !== 'custom') return { from: addDays(today, 1 - ROLLING_DAYS[period]), to: today }
  // Open-ended periods last until today.
  const to = date_to ?? today
  return date_from === undefined || date_from > to ? null : { from: date_from, to }
}

export const PERIOD_WORDS = {
  ...SERVICE_WORDS,
  all: m.period_all,
  custom: m.period_custom,
} as const satisfies Record<Period, () => string>

/** The API's word, or its days. */
export const periodLabel = (
  { period = DEFAULT_JOURNAL_PERIOD, date_from: from, date_to: to, preset }: JournalSearch,
  today: string,
): string => {
  if (preset !== undefined) return PRESET_WORDS[preset]()
  if (period !== 'custom' || (from === undefined && to === undefined)) return PERIOD_WORDS[period]()
  if (from === undefined) return m.period_until({ day: formatDay(to!) })
  return to === undefined ? m.period_since({ day: formatDay(from) }) : rangeLabel({ from, to }, today)
}
