import { addDays, type DayRange } from '#/contract/day.ts'
import { DEFAULT_PERIOD, type JournalSearch } from '#/domain/contact-list/search.ts'

/**
 * Days that the service's own words mean to an arrow beside them, in days up to today. What it counts as a month itself
 * is not known (G23), so the arrow's days are said before it is pressed.
 */
const ROLLING_DAYS = { day: 1, week: 7, month: 30, year: 365 } as const

/** The days of a journal's period, as far as they can be told: null for what has no beginning or no end. */
export const periodRange = (
  { period = DEFAULT_PERIOD, date_from, date_to }: JournalSearch,
  today: string,
): DayRange | null => {
  if (period === 'all') return null
  if (period !== 'custom') return { from: addDays(today, 1 - ROLLING_DAYS[period]), to: today }
  // Without a last day it goes on to today.
  const to = date_to ?? today
  return date_from === undefined || date_from > to ? null : { from: date_from, to }
}
