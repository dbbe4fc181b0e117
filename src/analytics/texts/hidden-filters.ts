import { CALL_FILTERS, isCustomStatus, type CallFilter } from '#/contract/call-filters.ts'
import { CALL_FIELD_NAMES, callFieldRow, type CallField } from '#/contract/call-fields.ts'
import type { ArchiveContactsQuestion } from '#/contract/archive/contacts.ts'
import { REACH_FIELDS } from '#/analytics/reach-fields.ts'
import { isByNumber } from './caller-digits.ts'
import { TEXT_FIELDS } from './record-texts.ts'

/* Parameters that would reveal hidden fields (G12). The server refuses them; the page names what was refused. */

type Query = Readonly<Record<string, string | undefined>>

/** Other fields that an API filter would reveal. */
const ALSO: Partial<Record<CallFilter, readonly CallField[]>> = {
  source_filter: ['src'],
  status_filter: ['custom_status'],
}
/** Hidden fields that a filter of the API would reveal. */
const fieldsBehind = (name: CallFilter, value: string): readonly CallField[] => [
  ...CALL_FIELD_NAMES.filter((field) => field !== 'date' && callFieldRow(field).filters?.includes(name)),
  ...(name === 'status_filter' && !isCustomStatus(value) ? [] : (ALSO[name] ?? [])),
]

/** Filters and order of the API's lists: `from_filter`, `order_field`. */
export const hiddenApiFilters = (query: Query, hidden: ReadonlySet<string>): string[] => {
  const isRevealing = (name: CallFilter, value: string) =>
    isByNumber(name, value, hidden) || fieldsBehind(name, value).some((field) => hidden.has(field))
  const isOrder = CALL_FIELD_NAMES.some(
    (field) => hidden.has(field) && callFieldRow(field).column?.order === query['order_field'],
  )
  return [
    ...CALL_FILTERS.filter((name) => query[name] && isRevealing(name, query[name])),
    ...(query['order_field'] !== undefined && isOrder ? ['order_field'] : []),
  ]
}

type Where = 'date_from' | 'date_to' | 'id' | 'offset' | 'limit' | 'order_way' | 'object' | 'order_field'

/** Hidden fields that an answer would reveal, by parameter. */
const TOUCHED: Readonly<
  Record<
    Exclude<keyof ArchiveContactsQuestion, Where | CallFilter> | 'object' | 'order_field',
    readonly CallField[]
  >
> = {
  object: ['obj_oid'],
  order_field: ['duration'],
  q: TEXT_FIELDS,
  not_reached: REACH_FIELDS,
  has_caller: ['phone_number_from'],
  has_deal: ['customer_status'],
  // Annotations have no hidden fields.
  handled: [],
  tag: [],
  score: [],
  note: [],
  source: ['source', 'src'],
  campaign: ['utm'],
  search_request: ['search_request'],
  page: ['request_uri'],
  region: ['region'],
  manager: ['managers'],
  service: ['service_name'],
  status: ['status'],
  channel: ['status'],
  kind: ['call_type'],
  target: ['target'],
  custom_status: ['custom_status'],
  deal_status: ['customer_status'],
  weekday: ['date'],
  hour: ['date'],
  hour_of_week: ['date'],
}

const API_FILTERS = CALL_FILTERS.filter((name) => !(name in TOUCHED))

/** The same for lists from the archive. */
export const hiddenArchiveFilters = (requested: Query, hidden: ReadonlySet<string>): string[] =>
  [
    ...Object.entries(TOUCHED),
    ...API_FILTERS.map((name) => [name, fieldsBehind(name, requested[name] ?? '')] as const),
  ].flatMap(([name, fields]) => {
    const value = requested[name]
    if (value === undefined) return []
    return isByNumber(name, value, hidden) || fields.some((field) => hidden.has(field)) ? [name] : []
  })
