import type { FilterOptions } from '#/api/filter-options/filter-options.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'
import { orderName } from '#/domain/contact-list/field-labels.ts'
import { formatDay } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { filterName, filterValue } from '#/domain/contact-list/filter-labels.ts'
import { PRESET_WORDS } from '#/domain/period/period-labels.ts'
import { periodLabel } from '#/features/journal/period.ts'
import { activeFilters, type JournalSearch } from '#/domain/contact-list/search.ts'

const isSwitch = (name: string) => name === 'target_filter' || name === 'repeated_filter'
const contactFilters = (search: JournalSearch) =>
  activeFilters(search).filter((name) => name !== 'period' && name !== 'date_from' && name !== 'date_to')

export const viewDaysLabel = (search: JournalSearch, today: string): string =>
  search.date_from && search.date_to
    ? m.view_days({ from: formatDay(search.date_from), to: formatDay(search.date_to) })
    : periodLabel(search, today)

const orderLabel = ({ order_field: field, order_way: way }: JournalSearch): string => {
  if (field === undefined) return way === 'ASC' ? m.view_oldest_first() : m.view_newest_first()
  const column = orderName(field)
  return way === 'ASC' ? m.view_ascending({ column }) : m.view_descending({ column })
}

export const viewContentsLabel = (
  search: JournalSearch,
  options: FilterOptions | undefined,
): { readonly name: string; readonly value: string }[] => [
  ...contactFilters(search).map((name) => ({
    name: filterName(name),
    value: isSwitch(name) ? m.view_yes() : filterValue(name, search[name] ?? '', options),
  })),
  { name: m.filter_order_field(), value: orderLabel(search) },
]

/** Proposed name from filter labels, or the period. */
export const proposedName = (
  search: JournalSearch,
  options: FilterOptions | undefined,
  rolling: PeriodPreset | undefined,
  today: string,
): string => {
  const labels = contactFilters(search).map((name) =>
    isSwitch(name) ? filterName(name) : filterValue(name, search[name] ?? '', options),
  )
  if (labels.length > 0) return labels.join(', ')
  if (rolling !== undefined) return PRESET_WORDS[rolling]()
  return search.period === 'custom' ? viewDaysLabel(search, today) : periodLabel(search, today)
}
