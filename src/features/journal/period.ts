import { DEFAULT_JOURNAL_PERIOD, type Period } from '#/contract/call-filters.ts'
import { addDays, type DayRange } from '#/contract/day.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'
import { PRESET_WORDS, rangeWords, SERVICE_WORDS } from '#/domain/period/period-labels.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/**
 * Days that the service's own words mean to an arrow beside them, in days up to today. What it counts as a month itself
 * is not known (G23), so the arrow shows its days before it is pressed.
 */
const ROLLING_DAYS = { day: 1, week: 7, month: 30, year: 365 } as const

/** The days of a journal's period, as far as they can be told: null for what has no beginning or no end. */
export const periodRange = (
  { period = DEFAULT_JOURNAL_PERIOD, date_from, date_to }: JournalSearch,
  today: string,
): DayRange | null => {
  if (period === 'all') return null
  if (period !== 'custom') return { from: addDays(today, 1 - ROLLING_DAYS[period]), to: today }
  // Without a last day it goes on to today.
  const to = date_to ?? today
  return date_from === undefined || date_from > to ? null : { from: date_from, to }
}

export const PERIOD_WORDS = {
  ...SERVICE_WORDS,
  all: m.period_all,
  custom: m.period_custom,
} as const satisfies Record<Period, () => string>

/** A journal's period: the API's own word, or its days in words. */
export const periodWords = (
  { period = DEFAULT_JOURNAL_PERIOD, date_from: from, date_to: to, preset }: JournalSearch,
  today: string,
): string => {
  if (preset !== undefined) return PRESET_WORDS[preset]()
  if (period !== 'custom' || (from === undefined && to === undefined)) return PERIOD_WORDS[period]()
  if (from === undefined) return m.period_until({ day: formatDay(to!) })
  return to === undefined ? m.period_since({ day: formatDay(from) }) : rangeWords({ from, to }, today)
}
