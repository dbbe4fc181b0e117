import * as z from 'zod/mini'
import {
  CALL_FILTERS,
  callFilterSchemas,
  isCustomStatus,
  statusCodes,
  type CallFilters,
} from '../call-filters.ts'
import { saysNoNumber } from '../phones/withheld.ts'

/* Filters that no endpoint of the API has: the archive answers them. */

/** Value filters, equal to the report's filters of the same name. */
export const VALUE_FILTERS = [
  'source',
  'campaign',
  'search_request',
  'page',
  'region',
  'manager',
  'service',
  'status',
  'channel',
  'kind',
  'target',
  'custom_status',
  'deal_status',
  'weekday',
  'hour',
  'hour_of_week',
] as const
export type ValueFilter = (typeof VALUE_FILTERS)[number]

/** Any of these values, or all but these; null: no value. */
export interface Values {
  readonly values: readonly (string | null)[]
  readonly except: boolean
}

const NONE = '~'
const EXCEPT = '!'
const ESCAPED = /[%|]/g
const FIRST_ESCAPED = /^[!~]/
const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
const UNESCAPE = /%(25|7C|21|7E)/g

const writeOne = (value: string | null): string =>
  value === null ? NONE : value.replaceAll(ESCAPED, escaped).replace(FIRST_ESCAPED, escaped)
const readOne = (written: string): string | null =>
  written === NONE
    ? null
    : written.replaceAll(UNESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** Values in an address: `Moscow|~`, `!Moscow`. */
export const writeValues = ({ values, except }: Values): string =>
  (except ? EXCEPT : '') + values.map(writeOne).join('|')

export const readValues = (written: string): Values => {
  const except = written.startsWith(EXCEPT)
  return {
    values: written
      .slice(except ? EXCEPT.length : 0)
      .split('|')
      .map(readOne),
    except,
  }
}

export const TEXT_MIN = 2
const TEXT_MAX = 256
const VALUES_MAX = 8192
const valuesText = z.string().check(z.minLength(1), z.maxLength(VALUES_MAX), z.regex(/^[^\0]*$/))

const yesOrNo = z.enum(['0', '1'])

export const archiveFilterSchemas = {
  /** Search in conversations, forms, messages and comments, by stems: all words must match. */
  q: z.string().check(z.minLength(TEXT_MIN), z.maxLength(TEXT_MAX), z.regex(/^[^\0]*$/)),
  not_reached: z.literal('1'),
  /** `1`: has a caller's number, a deal; `0`: has none. The values themselves are never in an address. */
  has_caller: yesOrNo,
  has_deal: yesOrNo,
  handled: yesOrNo,
  tag: valuesText,
  score: z.string().check(z.regex(/^([1-5]|none)$/)),
  note: yesOrNo,
  ...(Object.fromEntries(VALUE_FILTERS.map((name) => [name, valuesText])) as Record<
    ValueFilter,
    typeof valuesText
  >),
} as const
type ArchiveFilters = {
  -readonly [K in keyof typeof archiveFilterSchemas]?: z.infer<(typeof archiveFilterSchemas)[K]>
}
export type ArchiveFilter = keyof ArchiveFilters
export const ARCHIVE_FILTERS = Object.keys(archiveFilterSchemas) as ArchiveFilter[]

export type ListFilters = CallFilters & ArchiveFilters
export type ListFilter = keyof ListFilters
export const listFilterSchemas = { ...callFilterSchemas, ...archiveFilterSchemas } as const
export const LIST_FILTERS: readonly ListFilter[] = [...CALL_FILTERS, ...ARCHIVE_FILTERS]

export const hasArchiveFilter = (filters: ListFilters): boolean =>
  ARCHIVE_FILTERS.some((name) => filters[name] !== undefined)

/** Whether no endpoint can answer it: a filter of the archive, or several statuses. */
export const isOfArchive = (filters: ListFilters): boolean =>
  hasArchiveFilter(filters) || statusCodes(filters).length > 1

/** Whether withheld numbers are meant: the service knows one spelling of that, the archive all. */
export const filtersWithheld = ({ from_filter }: { readonly from_filter?: string | undefined }): boolean =>
  from_filter !== undefined && saysNoNumber(from_filter)

/** Whether the archive supports the order: the service's order of texts is not documented. */
export const isArchiveOrder = ({ order_field }: { readonly order_field?: string | undefined }): boolean =>
  order_field === undefined || order_field === 'duration'

/** Filters with an undocumented format, whose meaning only the service knows (API document 4.3). */
const OWN_MEANING = ['source_filter', 'source_text_filter', 'uri_filter', 'from_filter'] as const

/** Whether the archive answers these filters as the service does. */
export const isSameInArchive = (filters: ListFilters): boolean =>
  isArchiveOrder(filters) &&
  OWN_MEANING.every((name) => filters[name] === undefined) &&
  (filters.status_filter === undefined || !isCustomStatus(filters.status_filter))
/** Filters without empty values in the document's order, so that equal filters have equal keys. */
export const normaliseFilters = (filters: ListFilters): ListFilters =>
  Object.fromEntries(
    LIST_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  )
