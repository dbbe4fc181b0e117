import { CALL_FIELD_NAMES, callFieldRow, type CallField } from '#/contract/call-fields.ts'
import type { ArchiveContactsQuestion } from '#/contract/archive/contacts.ts'
import { TEXT_FIELDS } from './record-texts.ts'

/*
 * What of a question about contacts would tell of fields that are not to be shown (G12). The server refuses such a
 * question; the page says what of it was refused.
 */

type Query = Readonly<Record<string, string | undefined>>

/** Filters, and the order, of the API's lists: `from_filter`, `order_field`. */
export const hiddenApiFilters = (query: Query, hidden: ReadonlySet<string>): string[] =>
  CALL_FIELD_NAMES.flatMap((field) => {
    if (!hidden.has(field)) return []
    const { filters = [], column } = callFieldRow(field)
    // The days are what every question is about.
    const telling = field === 'date' ? [] : filters
    return [
      ...telling.filter((filter) => (query[filter] ?? '') !== ''),
      ...(column?.order !== undefined && query['order_field'] === column.order ? ['order_field'] : []),
    ]
  })

type Where = 'date_from' | 'date_to' | 'id' | 'offset' | 'limit' | 'order_way' | 'object' | 'order_field'

/** Fields that an answer says something of, by what was asked: where they are hidden it would say what they are. */
const TOUCHED: Readonly<
  Record<Exclude<keyof ArchiveContactsQuestion, Where> | 'object' | 'order_field', readonly CallField[]>
> = {
  object: ['obj_oid'],
  order_field: ['duration'],
  q: TEXT_FIELDS,
  not_reached: ['phone_number_from', 'status', 'date'],
  has_caller: ['phone_number_from'],
  has_deal: ['customer_status'],
  // What people have written themselves: they are found by what of it may be seen.
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
  source_filter: ['src'],
  source_text_filter: ['source'],
  target_filter: ['target'],
  repeated_filter: ['call_type'],
  uri_filter: ['request_uri'],
  from_filter: ['phone_number_from'],
  duration_filter: ['duration'],
  status_filter: ['status', 'custom_status'],
}

/** Digits of any script or shape: texts are searched as NFKC has them. */
const DIGIT = /\p{N}/gu
/** Digits that are found in a talk are the caller's number, two at a time as its end is written. */
const hasDigits = (text: string): boolean => (text.normalize('NFKC').match(DIGIT)?.length ?? 0) > 1

/** Whether a search in texts would find out a number that is not to be shown. */
export const hasNumber = (search: string, hidden: ReadonlySet<string>): boolean =>
  hidden.has('phone_number_from') && hasDigits(search)

/** The same of the lists that are found in the archive. */
export const hiddenArchiveFilters = (asked: Query, hidden: ReadonlySet<string>): string[] =>
  Object.entries(TOUCHED).flatMap(([name, fields]) => {
    const value = asked[name]
    if (value === undefined) return []
    const isNumber = name === 'q' && hasNumber(value, hidden)
    return isNumber || fields.some((field) => hidden.has(field)) ? [name] : []
  })
