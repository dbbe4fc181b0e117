import * as z from 'zod/mini'
import { callFilterSchemas, type CallFilters } from '../call-filters.ts'
import { isDay } from '../day.ts'
import '../field.ts'
import { archiveState } from './shapes.ts'

/*
 * Lists of contacts that our server finds in what it keeps. Beside the API's own filters of call lists (API document 4.3)
 * they have those that no endpoint has. Both ends are ours and of one version.
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

/** What only the archive can be asked for, one schema each. */
export const archiveFilterSchemas = {
  /** Looked for in conversations, forms, messages and comments, by the stems of its words: all of them. */
  q: z.string().check(z.minLength(TEXT_MIN), z.maxLength(TEXT_MAX), z.regex(/^[^\0]*$/)),
  /** The last call of each caller who did not get through. */
  not_reached: z.literal('1'),
  /** `1`: has a caller's number, a deal; `0`: has none. The values themselves are never in an address. */
  has_caller: z.enum(['0', '1']),
  has_deal: z.enum(['0', '1']),
  ...(Object.fromEntries(VALUE_FILTERS.map((name) => [name, valuesText])) as Record<
    ValueFilter,
    typeof valuesText
  >),
} as const
export type ArchiveFilters = {
  -readonly [K in keyof typeof archiveFilterSchemas]?: z.infer<(typeof archiveFilterSchemas)[K]>
}
export type ArchiveFilter = keyof ArchiveFilters
export const ARCHIVE_FILTERS = Object.keys(archiveFilterSchemas) as ArchiveFilter[]

/** What a list may be asked for, beside its days: the API's filters, and those that only the archive has. */
export type ListFilters = CallFilters & ArchiveFilters

/** Most contacts of one answer. */
export const CONTACTS_MAX = 1000
const whole = z.string().check(z.regex(/^\d{1,15}$/))
const day = z.string().check(z.refine(isDay))
const { period: _period, ...apiFilters } = callFilterSchemas

/**
 * Query of `GET …/archive/contacts`. Days are always said; `object` and `id` name one object, and one contact of it. Orders are by
 * date (no `order_field`) and by duration: how the service orders texts is not known.
 */
export const archiveContactsQuestion = z.extend(
  z.partial(
    z.object({
      ...apiFilters,
      ...archiveFilterSchemas,
      order_field: z.literal('duration'),
      object: z.string().check(z.minLength(1), z.maxLength(64)),
      id: whole,
      offset: whole,
      limit: whole.check(z.refine((text) => Number(text) <= CONTACTS_MAX)),
    }),
  ),
  { date_from: day, date_to: day },
)
export type ArchiveContactsQuestion = z.infer<typeof archiveContactsQuestion>

const count = z.number()

/** Answer of `GET …/archive/contacts`. */
export const archiveContacts = z.object({
  /** How the asked days stand: a list of days that are still being read is of the newest of them so far. */
  state: archiveState,
  /** Contacts that match, of what is held. */
  total: count,
  offset: count,
  /** Records as the service gave them, in the list's order; those that cannot be read stand only in lists without any filter. */
  contacts: z.array(z.unknown()),
  /** Of the objects that these contacts are of. */
  objects: z.array(z.object({ oid: z.string(), title: z.nullable(z.string()) })),
})
export type ArchiveContacts = z.infer<typeof archiveContacts>
