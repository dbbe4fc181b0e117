import type { Counts } from '#/analytics/columns/traits.ts'
import { computedWords } from '#/features/overview/receipt/figure-words.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { counted, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { callsBehind, saysOf } from './rows.ts'

/** "Tue 10:00–11:00: 12 contacts", "…: 4 missed ÷ 34 calls = 11.8%", "…: too few calls (4)". */
export const inFull = (metric: HeatMetric, time: string, counts: Counts): string =>
  `${time}: ${wordsOf(metric, counts)}`

const wordsOf = (metric: HeatMetric, counts: Counts): string => {
  const { contacts } = counts
  if (metric === 'contacts') return m.contacts_count(counted(contacts))
  const says = saysOf(metric, counts)
  if (says === 'none') return m.heat_no_calls()
  if (says === 'too_few') return m.heat_too_few_of({ shown: formatNumber(callsBehind(metric, counts) ?? 0) })
  return computedWords(metric, counts) ?? m.heat_no_calls()
}

/** A value at an end of the legend. */
export const shortly = (metric: HeatMetric, value: number): string =>
  metric === 'contacts'
    ? value === 0
      ? formatNumber(0)
      : m.contacts_count(counted(value))
    : metric === 'missed_rate'
      ? formatPercent(value)
      : (formatDuration(value) ?? '–')
