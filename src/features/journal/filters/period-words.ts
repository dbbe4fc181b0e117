import type { Period } from '#/contract/call-filters.ts'
import { rangeWords } from '#/domain/period/period-words.ts'
import { DEFAULT_PERIOD, type JournalSearch } from '#/domain/contact-list/search.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const PERIOD_WORDS = {
  day: m.period_day,
  week: m.period_week,
  month: m.period_month,
  year: m.period_year,
  all: m.period_all,
  custom: m.period_custom,
} as const satisfies Record<Period, () => string>

/** A journal's period: the API's own word, or its days in words. */
export const periodWords = (
  { period = DEFAULT_PERIOD, date_from: from, date_to: to }: JournalSearch,
  today: string,
): string => {
  if (period !== 'custom' || (from === undefined && to === undefined)) return PERIOD_WORDS[period]()
  if (from === undefined) return m.period_until({ day: formatDay(to!) })
  return to === undefined ? m.period_since({ day: formatDay(from) }) : rangeWords({ from, to }, today)
}
