import * as z from 'zod/mini'
import {
  CALL_FILTERS,
  callFilterSchemas,
  isCustomStatus,
  statusCodes,
  type CallFilters,
} from '../call-filters.ts'
import { saysNoNumber } from '../phones/withheld.ts'

/*
 * What a list of contacts can be narrowed by that no endpoint of the API has: our server finds such lists in what it keeps.
 */

/** What a list can be narrowed by because the report can: each means just what the report's filter of that name means. */
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

/** Any of these values, or all but these; null is "has none". */
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

/** Values as an address writes them: `Moscow|~`, `!Moscow`. */
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

/** Letters that a text to look for has. */
export const TEXT_MIN = 2
const TEXT_MAX = 256
const VALUES_MAX = 8192
const valuesText = z.string().check(z.minLength(1), z.maxLength(VALUES_MAX), z.regex(/^[^\0]*$/))

const yesOrNo = z.enum(['0', '1'])

/** What only the archive can be asked for, one schema each. */
export const archiveFilterSchemas = {
  /** Looked for in conversations, forms, messages and comments, by the stems of its words: all of them. */
  q: z.string().check(z.minLength(TEXT_MIN), z.maxLength(TEXT_MAX), z.regex(/^[^\0]*$/)),
  /** The last call of each caller who did not get through. */
  not_reached: z.literal('1'),
  /** `1`: has a caller's number, a deal; `0`: has none. The values themselves are never in an address. */
  has_caller: yesOrNo,
  has_deal: yesOrNo,
  /** What people of the account have marked (annotations): done with, noted; any of some tags; a score of at least so much. */
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

/** What a list may be asked for: the API's filters, and those that only the archive has. */
export type ListFilters = CallFilters & ArchiveFilters
export type ListFilter = keyof ListFilters
export const listFilterSchemas = { ...callFilterSchemas, ...archiveFilterSchemas } as const
export const LIST_FILTERS: readonly ListFilter[] = [...CALL_FILTERS, ...ARCHIVE_FILTERS]

/** Whether a list is narrowed by what no endpoint has. */
export const hasArchiveFilter = (filters: ListFilters): boolean =>
  ARCHIVE_FILTERS.some((name) => filters[name] !== undefined)

/** Whether only the archive can give this list: no endpoint has its filters, or several statuses at once. */
export const isOfArchive = (filters: ListFilters): boolean =>
  hasArchiveFilter(filters) || statusCodes(filters).length > 1

/** Whether callers are meant who withhold their number: the service knows one spelling of that, the archive all of them. */
export const isWithheldAsked = ({ from_filter }: { readonly from_filter?: string | undefined }): boolean =>
  from_filter !== undefined && saysNoNumber(from_filter)

/** Whether the archive knows this order: how the service orders texts is not known. */
export const isArchiveOrder = ({ order_field }: { readonly order_field?: string | undefined }): boolean =>
  order_field === undefined || order_field === 'duration'

/** Filters whose format the document does not show: only the service knows what it makes of them (API document 4.3). */
const OWN_MEANING = ['source_filter', 'source_text_filter', 'uri_filter', 'from_filter'] as const

/** Whether the archive's list for these filters is the service's own. */
export const isSameInArchive = (filters: ListFilters): boolean =>
  isArchiveOrder(filters) &&
  OWN_MEANING.every((name) => filters[name] === undefined) &&
  (filters.status_filter === undefined || !isCustomStatus(filters.status_filter))
/** Filters without empty values, in the order of the document, so that equal filters are equal keys. */
export const normaliseFilters = (filters: ListFilters): ListFilters =>
  Object.fromEntries(
    LIST_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  )
