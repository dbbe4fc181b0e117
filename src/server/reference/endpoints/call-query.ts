import { addDays, dayAt, DAY_MS, HOUR_MS, midnight } from '#/contract/day.ts'
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import {
  statusFilterCode,
  DURATION_FILTER,
  DURATION_FILTERS,
  ORDER_FIELDS,
  ORDER_WAYS,
  PERIODS,
  readCallFilters,
  type CallFilter,
  type CallFilters,
  type OrderField,
  type Period,
} from '#/contract/call-filters.ts'
import { CALL_STATUS, CALL_STATUSES, CALL_TYPE } from '#/contract/codes.ts'
import { callerDigits } from '../caller-digits.ts'
import { Refusal } from '../failure.ts'
import type { Window } from './paging.ts'
import type { ContactTable, ReferenceDatabase, ReferenceTables } from '../schema.ts'

/** Not documented: the default period (G23). */
const DEFAULT_PERIOD: Period = 'all'
/** Not documented: what periods mean (G23). Here days up to now, by {@link CLOCK_OFFSET}. */
const PERIOD_DAYS = { day: 1, week: 7, month: 30, year: 365 } as const
/** Not documented: the clock of "today" (G6). Here Moscow time, in minutes east of UTC. */
const CLOCK_OFFSET = 180

const EASTMOST = 14 * HOUR_MS
const WESTMOST = -12 * HOUR_MS

const STATUS_BY_FILTER_CODE: ReadonlyMap<string, number> = new Map(
  CALL_STATUSES.map((name) => [statusFilterCode(name), CALL_STATUS[name]]),
)
const CUSTOM_STATUS_ID = /^\d{1,15}$/

const oneOf = (values: readonly string[]) => `must be one of ${values.join(', ')}`
const MUST_BE_DAY = 'must be a day, YYYY-MM-DD'
const MUST_BE_TEXT = 'must be 1 to 256 characters, none of them NUL'
const WRONG = {
  period: oneOf(PERIODS),
  date_from: MUST_BE_DAY,
  date_to: MUST_BE_DAY,
  source_filter: MUST_BE_TEXT,
  source_text_filter: MUST_BE_TEXT,
  target_filter: 'must be 1',
  repeated_filter: 'must be 1',
  uri_filter: MUST_BE_TEXT,
  from_filter: MUST_BE_TEXT,
  duration_filter: oneOf(DURATION_FILTERS),
  status_filter: 'must be a status code or the id of a custom status',
  order_field: oneOf(ORDER_FIELDS),
  order_way: oneOf(ORDER_WAYS),
} as const satisfies Record<CallFilter, string>

const TEXT_FILTERS = ['source_filter', 'source_text_filter', 'uri_filter', 'from_filter'] as const

/**
 * Reads the filters of a query.
 * @throws Refusal messages by wrong parameter (G13)
 */
export const readFilters = (query: Readonly<Record<string, string>>): CallFilters => {
  const { filters, dropped } = readCallFilters(query)
  const wrong: Record<string, string> = Object.fromEntries(dropped.map((name) => [name, WRONG[name]]))
  const { period, date_from, date_to, status_filter } = filters
  // Databases end a text at NUL, and would then match everything.
  for (const name of TEXT_FILTERS) if (filters[name]?.includes('\0')) wrong[name] = MUST_BE_TEXT
  if (status_filter && !STATUS_BY_FILTER_CODE.has(status_filter) && !CUSTOM_STATUS_ID.test(status_filter)) {
    wrong.status_filter = WRONG.status_filter
  }
  if (period === 'custom' && date_from && date_to && date_from > date_to) {
    wrong.date_to = 'must not be before date_from'
  }
  if (Object.keys(wrong).length > 0) throw new Refusal(wrong)
  return filters
}

/**
 * First and last day of the period, null where open. Dates count with `period=custom` only; a missing bound leaves that side
 * open (not documented). Other periods have no end: on clocks further east a contact may already be of tomorrow.
 */
const daysOf = (filters: CallFilters, now: number): { first: string | null; last: string | null } => {
  const period = filters.period ?? DEFAULT_PERIOD
  if (period === 'all') return { first: null, last: null }
  if (period === 'custom') return { first: filters.date_from ?? null, last: filters.date_to ?? null }
  const first = addDays(dayAt(now, CLOCK_OFFSET), 1 - PERIOD_DAYS[period])
  return { first, last: null }
}

/** A substring of a column, with wildcards escaped. Case-insensitive for Latin letters; others must be lower case. */
const contains = (
  column: 'source_title_search' | 'request_uri_search' | 'caller_digits' | 'phone_number_from',
  text: string,
) => {
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  // `like` ignores the case in SQLite only.
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}

export interface CallScope {
  readonly column: 'account_id' | 'object_id'
  readonly id: number
  readonly hiddenObjects: readonly number[]
}

const conditions = (
  on: ExpressionBuilder<ReferenceTables, 'contacts'>,
  scope: CallScope,
  filters: CallFilters,
  now: number,
): Expression<SqlBool>[] => {
  const all: Expression<SqlBool>[] = [on(scope.column, '=', scope.id)]
  if (scope.hiddenObjects.length > 0) all.push(on('object_id', 'not in', scope.hiddenObjects))

  // The instants around the day are redundant, but let the date index, which has the order, skip to the period.
  const { first, last } = daysOf(filters, now)
  if (first !== null) all.push(on('day', '>=', first), on('occurred_at', '>=', midnight(first) - EASTMOST))
  if (last !== null)
    all.push(on('day', '<=', last), on('occurred_at', '<', midnight(last) + DAY_MS - WESTMOST))

  const { source_filter, source_text_filter, uri_filter, from_filter, duration_filter, status_filter } =
    filters
  // Not documented: the format of these values (API document 4.3). The source is its code, texts are case-insensitive parts.
  if (source_filter) all.push(on('src', '=', source_filter))
  if (source_text_filter) all.push(contains('source_title_search', source_text_filter))
  if (uri_filter) all.push(contains('request_uri_search', uri_filter))
  // A caller matches by any part of the number; a text without digits matches placeholders such as "anonymous".
  if (from_filter) {
    const digits = callerDigits(from_filter)
    all.push(digits === '' ? contains('phone_number_from', from_filter) : contains('caller_digits', digits))
  }
  if (filters.target_filter) all.push(on('target', '=', 1))
  if (filters.repeated_filter) all.push(on('call_type', '=', CALL_TYPE.COMMON))
  if (duration_filter) {
    const { from, to } = DURATION_FILTER[duration_filter]
    all.push(on('duration', '>=', from))
    if (Number.isFinite(to)) all.push(on('duration', '<', to))
  }
  if (status_filter) {
    const status = STATUS_BY_FILTER_CODE.get(status_filter)
    all.push(
      status === undefined ? on('custom_status_id', '=', Number(status_filter)) : on('status', '=', status),
    )
  }
  return all
}

/**
 * Filtered calls of a scope, as a query without order or selection.
 * @param now epoch milliseconds
 */
export const filteredCalls = (
  database: ReferenceDatabase,
  scope: CallScope,
  filters: CallFilters,
  now: number,
) => database.selectFrom('contacts').where((on) => on.and(conditions(on, scope, filters, now)))

const ORDER_COLUMN = {
  source: 'source_title_search',
  uri: 'request_uri_search',
  from: 'caller_digits',
  duration: 'duration',
  status: 'status',
  service: 'service_name',
} as const satisfies Record<Exclude<OrderField, 'title'>, keyof ContactTable>

/**
 * Ids of a page. Ids only, so that a page far down is counted along an index. Not documented: the default
 * order (DESC), the place of nulls (last) and of ties (later call first).
 */
export const pageOfCalls = (
  database: ReferenceDatabase,
  scope: CallScope,
  filters: CallFilters,
  now: number,
  { limit, offset }: Window,
) => {
  const { order_field: field } = filters
  const way = filters.order_way === 'ASC' ? 'asc' : 'desc'
  const dateWay = field === undefined ? way : 'desc'
  return filteredCalls(database, scope, filters, now)
    .select('contacts.id')
    .$if(field !== undefined, (query) =>
      query.orderBy(
        (on) =>
          field === undefined || field === 'title'
            ? on
                .selectFrom('objects')
                .select('title_search')
                .whereRef('objects.id', '=', 'contacts.object_id')
            : on.ref(ORDER_COLUMN[field]),
        (by) => by[way]().nullsLast(),
      ),
    )
    .orderBy('occurred_at', dateWay)
    .orderBy('contacts.id', dateWay)
    .limit(limit)
    .offset(offset)
}
