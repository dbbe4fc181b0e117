import { currentTime } from '#/api/transport/server-facts.ts'
import type { FilterOptions } from '#/api/filter-options/filter-options.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { filterLines, filterWords, orderLine } from '#/domain/files/filter-lines.ts'
import { PERIOD_WORDS } from '#/features/journal/period.ts'
import type { AboutLine } from '#/domain/files/cell.ts'
import { briefName, fitName } from '#/domain/files/file-name.ts'
import { dayAt } from '#/contract/day.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** Absolute days: "last week" would change by the time the file is opened. */
const periodLabel = ({ period = 'all', date_from: from, date_to: to }: CallFilters): string => {
  if (period !== 'custom') return PERIOD_WORDS[period]()
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`
  if (from) return m.period_since({ day: formatDay(from) })
  return to ? m.period_until({ day: formatDay(to) }) : PERIOD_WORDS.custom()
}

/** Client, object, period, filters and order of a journal as text. */
export const describeJournal = (
  client: string | null,
  object: string,
  filters: ListFilters,
  options: FilterOptions | undefined,
): readonly AboutLine[] => [
  ...(client === null ? [] : [{ name: m.overview_export_client(), value: client }]),
  { name: m.col_object(), value: object },
  { name: m.filter_period(), value: periodLabel(filters) },
  ...filterLines(filters, options),
  orderLine(filters),
]

/**
 * `sever-group-callboard-dental-target-only-2026-11-01_2026-11-20-contacts` without extension. Relative periods are
 * named by their word and the creation date.
 * @param client null: the account has no clients
 * @param object the title; null: all objects
 */
export const exportFileName = (
  client: string | null,
  object: string | null,
  filters: ListFilters,
  options?: FilterOptions,
): string => {
  const { period = 'all', date_from: from, date_to: to } = filters
  const days = period === 'custom' ? `${from ?? ''}_${to ?? ''}` : `${period}-${dayAt(currentTime(), null)}`
  const who = client === null ? '' : briefName(client)
  const where = `${who && `${who}-`}callboard-${(object !== null && briefName(object)) || 'all'}`
  return fitName(where, filterWords(filters, options), `${days}-contacts`)
}
