import { currentTime } from '#/api/transport/server-facts.ts'
import type { FilterOptions } from '#/api/filter-options.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { filterLines, orderLine } from '#/domain/contact-file/filter-lines.ts'
import { PERIOD_WORDS } from '#/features/journal/period.ts'
import type { AboutLine } from '#/domain/table-file/cell.ts'
import { clientPart, safeName } from '#/domain/table-file/file-name.ts'
import { dayAt } from '#/contract/day.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** The days by their dates: "last week" would mean other days when the file is opened. */
const periodWords = ({ period = 'all', date_from: from, date_to: to }: CallFilters): string => {
  if (period !== 'custom') return PERIOD_WORDS[period]()
  if (from && to) return `${formatDay(from)} – ${formatDay(to)}`
  if (from) return m.period_since({ day: formatDay(from) })
  return to ? m.period_until({ day: formatDay(to) }) : PERIOD_WORDS.custom()
}

/** The agency's client, object, period, filters and order of a journal in words. */
export const describeJournal = (
  client: string | null,
  object: string,
  filters: ListFilters,
  options: FilterOptions | undefined,
): readonly AboutLine[] => [
  ...(client === null ? [] : [{ name: m.overview_export_client(), value: client }]),
  { name: m.col_object(), value: object },
  { name: m.filter_period(), value: periodWords(filters) },
  ...filterLines(filters, options),
  orderLine(filters),
]

/**
 * `sever-group-callboard-dental-2026-11-01_2026-11-20-contacts`, without its ending. A period that moves with the calendar is
 * named by its word and the day the file was made.
 * @param client what the agency's client is called; null for who has no clients
 * @param object the object's title; null for all
 */
export const exportFileName = (
  client: string | null,
  object: string | null,
  filters: CallFilters,
): string => {
  const { period = 'all', date_from: from, date_to: to } = filters
  const days = period === 'custom' ? `${from ?? ''}_${to ?? ''}` : `${period}-${dayAt(currentTime(), null)}`
  return `${clientPart(client)}callboard-${(object !== null && safeName(object)) || 'all'}-${days}-contacts`
}
