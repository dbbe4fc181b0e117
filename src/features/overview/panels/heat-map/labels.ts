import { computedLabel } from '#/domain/figures/figure-labels.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { formatDuration } from '#/i18n/duration.ts'
import { counted, formatNumber, formatPercent } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { CellCounts } from '#/domain/figures/week.ts'
import { callsBehind, cellState, valueOf } from './rows.ts'

export const meanText = (counts: CellCounts): string => shortMean(valueOf('contacts', counts) ?? 0)
const shortMean = (mean: number): string =>
  formatNumber(mean < 100 ? Math.round(mean * 10) / 10 : Math.round(mean))

/** "13 contacts in 4 days, 3.3 a day"; "13 contacts" for a single day. */
export const contactsInFull = (counts: CellCounts): string => {
  const contacts = m.contacts_count(counted(counts.contacts))
  if (counts.days <= 1) return contacts
  return m.heat_mean({ contacts, days: m.spend_days_count(counted(counts.days)), mean: meanText(counts) })
}

/** "Tue 10:00–11:00: 13 contacts in 4 days, 3.3 a day", "…: 4 missed ÷ 34 calls = 11.8%", "…: too few calls (4)". */
export const inFull = (metric: HeatMetric, time: string, counts: CellCounts): string =>
  `${time}: ${wordsOf(metric, counts)}`

const wordsOf = (metric: HeatMetric, counts: CellCounts): string => {
  if (metric === 'contacts') return contactsInFull(counts)
  const says = cellState(metric, counts)
  if (says === 'none') return m.heat_no_calls()
  if (says === 'too_few') return m.heat_too_few_of({ shown: formatNumber(callsBehind(metric, counts) ?? 0) })
  return computedLabel(metric, counts) ?? m.heat_no_calls()
}

export const shortly = (metric: HeatMetric, value: number): string =>
  metric === 'contacts'
    ? value === 0
      ? formatNumber(0)
      : m.heat_a_day({ contacts: m.contacts_count({ count: value, shown: shortMean(value) }) })
    : metric === 'missed_rate'
      ? formatPercent(value)
      : (formatDuration(value) ?? '–')
