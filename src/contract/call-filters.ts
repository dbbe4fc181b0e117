import * as z from 'zod/mini'
import { MISSED_STATUSES, type CallStatus } from './codes.ts'
import { isDay } from './day.ts'
import { record, type Field } from './field.ts'

/** Values of `period` (API document 4.3). The service's definition of a month is not documented (G23). */
export const PERIODS = ['day', 'week', 'month', 'year', 'all', 'custom'] as const
export type Period = (typeof PERIODS)[number]
/** The journal always sends a period (G23). */
export const DEFAULT_JOURNAL_PERIOD: Period = 'month'

/** Values of `order_field` (API document 4.3); default: the call date. */
export const ORDER_FIELDS = ['source', 'uri', 'from', 'duration', 'status', 'title', 'service'] as const
export type OrderField = (typeof ORDER_FIELDS)[number]
export const ORDER_WAYS = ['ASC', 'DESC'] as const
export type OrderWay = (typeof ORDER_WAYS)[number]

/** Codes of `duration_filter` with bounds in seconds: from inclusive, to exclusive (API document 4.4, G7). */
export const DURATION_FILTER = {
  lt30s: { from: 0, to: 30 },
  f30t60s: { from: 30, to: 60 },
  f1t5m: { from: 60, to: 300 },
  f5t10m: { from: 300, to: 600 },
  gt10m: { from: 600, to: Infinity },
  gt1m: { from: 60, to: Infinity },
  gt30s: { from: 30, to: Infinity },
} as const satisfies Record<string, { from: number; to: number }>
export type DurationFilter = keyof typeof DURATION_FILTER
export const DURATION_FILTERS = Object.keys(DURATION_FILTER) as DurationFilter[]

export const dayParameter = z.string().check(z.refine(isDay))
// Databases end a text at NUL, and would then match everything.
const freeText = z.string().check(z.minLength(1), z.maxLength(256), z.regex(/^[^\0]*$/))

/**
 * Parameters of both call lists (API document 4.3), in the order of addresses. `source_filter`, `source_text_filter`,
 * `uri_filter`, `from_filter` and `status_filter` take any text: their format is not documented.
 */
export const callFilterSchemas = {
  period: z.enum(PERIODS),
  date_from: dayParameter,
  date_to: dayParameter,
  source_filter: freeText,
  source_text_filter: freeText,
  target_filter: z.literal('1'),
  /** `1` selects NEW calls, whatever the name says (G10). */
  repeated_filter: z.literal('1'),
  uri_filter: freeText,
  from_filter: freeText,
  duration_filter: z.enum(DURATION_FILTERS),
  status_filter: freeText,
  order_field: z.enum(ORDER_FIELDS),
  order_way: z.enum(ORDER_WAYS),
} as const

export type CallFilters = {
  -readonly [K in keyof typeof callFilterSchemas]?: z.infer<(typeof callFilterSchemas)[K]>
}
export type CallFilter = keyof CallFilters
/** The newest contacts of any day, to learn the objects' clocks (G6). */
export const NEWEST_CONTACTS: CallFilters = { period: 'all', order_way: 'DESC' }
export const CALL_FILTERS = Object.keys(callFilterSchemas) as CallFilter[]

/** Schemas by parameter; undefined is invalid. */
export type ParameterSchemas = Readonly<Record<string, z.ZodMiniType<string | undefined>>>

export type Parameters<S extends ParameterSchemas> = {
  -readonly [K in keyof S]?: NonNullable<z.infer<S[K]>>
}

/** Reads raw parameters in the schemas' order. Invalid ones are listed in `dropped`; unknown and empty ones are ignored. */
export const readParameters = <S extends ParameterSchemas>(
  schemas: S,
  raw: Readonly<Record<string, unknown>>,
): { values: Parameters<S>; dropped: (keyof S & string)[] } => {
  const values: Record<string, string> = {}
  const dropped: string[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const value = raw[name]
    if (value === undefined || value === null || value === '') continue
    const parsed = schema.safeParse(typeof value === 'number' ? String(value) : value)
    if (parsed.success && parsed.data !== undefined) values[name] = parsed.data
    else dropped.push(name)
  }
  return { values: values as Parameters<S>, dropped }
}

export const readCallFilters = (
  raw: Readonly<Record<string, unknown>>,
): { filters: CallFilters; dropped: CallFilter[] } => {
  const { values, dropped } = readParameters(callFilterSchemas, raw)
  return { filters: values, dropped }
}

/** `[label, code]`; the first pair of each array is `['—', null]` (API document 4.4). */
export type FilterPair<C> = readonly [label: string, code: C | null]
export const EMPTY_FILTER_LABEL = '—'

const pairs = <C extends string | number>(
  code: z.ZodMiniType<C>,
  read: (raw: unknown) => C | null,
): Field<FilterPair<C>[], FilterPair<C>[]> => ({
  kind: 'array of [label, code]',
  documented: z.array(z.tuple([z.string(), z.nullable(code)])),
  lenient: z.pipe(
    z.unknown(),
    z.transform((raw: unknown) =>
      (Array.isArray(raw) ? raw : []).flatMap((pair: unknown): FilterPair<C>[] =>
        Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], read(pair[1])]] : [],
      ),
    ),
  ),
})
const stringCode = (raw: unknown) => (typeof raw === 'string' ? raw : null)

/**
 * Statuses whose `status_filter` code is documented (API document 4.4): the name in capitals. Those of chats
 * and the callback widget are known from an object's candidates only (G9), and `user_call` is missing.
 */
export const FILTERED_STATUSES = [
  'cancel',
  'answer',
  'noanswer',
  'busy',
  'congestion',
  'chanunavail',
  'tmp_unavailable',
  'catch_form',
  'sms_incoming',
  'sms_forward',
  'feedback',
  'widget_form',
  'email_incoming',
] as const satisfies readonly CallStatus[]
/** Code of a status in `status_filter` (API document 4.4): its name of 3.2 in upper case. */
export const statusFilterCode = (statusName: string): string => statusName.toUpperCase()
export const FILTERED_STATUS_CODES: ReadonlySet<string> = new Set(FILTERED_STATUSES.map(statusFilterCode))

/** Our own value for the journal's "Missed": six statuses, which the service can't filter at once (G27). Never sent. */
export const MISSED_FILTER = 'missed'
export const MISSED_FILTER_CODES: readonly string[] = Array.from(MISSED_STATUSES, statusFilterCode)

/** Codes of an object's custom statuses are numbers (API document 4.4). */
const CUSTOM_STATUSES = /^\d{1,15}(?:,\d{1,15})*$/
/** One or several custom statuses: objects number the same name differently. */
export const isCustomStatus = (code: string): boolean => CUSTOM_STATUSES.test(code)

export const statusCodes = ({ status_filter }: Pick<CallFilters, 'status_filter'>): readonly string[] => {
  if (status_filter === undefined) return []
  if (status_filter === MISSED_FILTER) return MISSED_FILTER_CODES
  return isCustomStatus(status_filter) ? status_filter.split(',') : [status_filter]
}

/** Answer of `GET /v2/objs/<oid>/filters` (API document 4.4). A numeric status code is a custom status. */
export const objectFiltersAnswer = record('filters', {
  sources: pairs(z.string(), stringCode),
  durations: pairs(z.string(), stringCode),
  call_statuses: pairs<string | number>(z.union([z.string(), z.int()]), (raw) =>
    typeof raw === 'number' ? raw : stringCode(raw),
  ),
})

/** `status` of `GET /v2/objs/` (API document 4.2): 1 to 5. */
export const objectStatusFilter = z.enum(['1', '2', '3', '4', '5'])
export type ObjectStatusFilter = z.infer<typeof objectStatusFilter>
