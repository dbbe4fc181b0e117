import { LIST_FILTERS, type ListFilter, type ListFilters } from '#/contract/archive/filters.ts'
import { orderName } from '#/domain/contact-list/field-labels.ts'
import { filterName, filterValue, type CodeNames } from '#/domain/contact-list/filter-labels.ts'
import type { AboutLine } from '#/domain/files/cell.ts'
import { m } from '#/i18n/paraglide/messages.js'

const NOT_FILTERS: ReadonlySet<ListFilter> = new Set<ListFilter>([
  'period',
  'date_from',
  'date_to',
  'order_field',
  'order_way',
])

export const filterLines = (filters: ListFilters, names: CodeNames | undefined): AboutLine[] =>
  LIST_FILTERS.flatMap((name) => {
    const value = filters[name]
    if (value === undefined || NOT_FILTERS.has(name)) return []
    return [
      {
        name: filterName(name),
        value: value === '1' && !name.startsWith('has_') ? m.export_yes() : filterValue(name, value, names),
      },
    ]
  })

/** Values that say nothing without their filter's name. */
const NAMED: ReadonlySet<ListFilter> = new Set<ListFilter>(['has_caller', 'has_deal', 'note', 'score'])
/** Typed by people, of people. */
const PRIVATE: ReadonlySet<ListFilter> = new Set<ListFilter>(['from_filter', 'q'])
const NUMBER = /\d(?:[^\p{L}\d]*\d){6}/u

/** "Target only", "Answered": filters in words for a file name, without phone numbers. */
export const filterWords = (filters: ListFilters, names: CodeNames | undefined): string[] =>
  LIST_FILTERS.flatMap((name) => {
    const value = filters[name]
    if (value === undefined || NOT_FILTERS.has(name)) return []
    const words = filterValue(name, value, names)
    if (PRIVATE.has(name) || name === 'not_reached' || words === '1' || NUMBER.test(words))
      return [filterName(name)]
    return [NAMED.has(name) ? `${filterName(name)} ${words}` : words]
  })

export const orderLine = ({ order_field, order_way }: ListFilters): AboutLine => ({
  name: m.filter_order_field(),
  value: `${orderName(order_field)} ${order_way === 'ASC' ? '↑' : '↓'}`,
})
