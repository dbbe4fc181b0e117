import { dayText } from '#/contract/day.ts'
import { FIRST_TIME, IS_TARGET, REPEATED, type Dimension } from '#/contract/figures/dimensions.ts'
import type { Days, Filter } from '#/contract/figures/questions.ts'
import {
  REPORT_METRICS,
  type FigureKey,
  type ReportMetric,
  type ReportMetricId,
} from '#/analytics/report-metrics.ts'
import {
  archiveFilterSchemas,
  VALUE_FILTERS,
  writeValues,
  type ValueFilter,
  type Values,
} from '#/contract/archive/filters.ts'
import { FILTERED_STATUSES, MISSED_FILTER, statusFilterCode } from '#/contract/call-filters.ts'
import { CALL_STATUS, callStatusName, MISSED_STATUSES, type CallStatus } from '#/contract/codes.ts'
import type { JournalSearch } from '#/domain/contact-list/search.ts'
import type { SomeFigures } from '#/domain/figures/figure-labels.ts'

const codesOf = (...names: readonly CallStatus[]) => names.map((name) => String(CALL_STATUS[name]))
const MISSED_CODES = codesOf(...MISSED_STATUSES)
const CALL_CODES = [...MISSED_CODES, ...codesOf('answer', 'user_call')]
const ANSWERED: Filter = { by: 'status', values: codesOf('answer') }

/** Filters of the contacts that a count counts; null: none can express it. */
const COUNTED_ROWS: Partial<Record<FigureKey, readonly Filter[]>> = {
  contacts: [],
  calls: [{ by: 'status', values: CALL_CODES }],
  answered: [ANSWERED],
  missed: [{ by: 'status', values: MISSED_CODES }],
  reached: [{ by: 'status', values: MISSED_CODES, except: true }],
  first_time: [{ by: 'kind', values: [FIRST_TIME] }],
  repeated: [{ by: 'kind', values: [REPEATED] }],
  target: [{ by: 'target', values: [IS_TARGET] }],
  callers: [{ by: 'caller', values: [null], except: true }],
  deals: [{ by: 'deal', values: [null], except: true }],
  // Answered calls without duration are excluded in rowsBehind.
  talk_seconds: [ANSWERED],
  median_duration: [ANSWERED],
}

/** Counts of contacts, not of numbers, deals or seconds. */
const COUNTS_ROWS: ReadonlySet<FigureKey> = new Set<FigureKey>([
  'contacts',
  'calls',
  'answered',
  'missed',
  'reached',
  'first_time',
  'repeated',
  'target',
])

export interface RowsBehind {
  readonly filters: readonly Filter[]
  /** Conditions that only our server's search has. */
  readonly found?: JournalSearch
  /** Null: not in the figures. */
  readonly count: number | null
}

/** The count behind a figure; for money, its denominator. */
export const countedRows = (metric: ReportMetricId): FigureKey => {
  const { part, whole, unit }: ReportMetric = REPORT_METRICS[metric]
  return unit === 'amount' && whole !== null ? whole : part
}

/**
 * The contacts that a figure's numerator (or a cost's denominator) counts, besides the report's filters. Null if
 * no list is exactly those: calls with unknown durations, won deals without won statuses.
 * @param won deal statuses that count as won
 */
export const rowsBehind = (
  metric: ReportMetricId,
  figures: SomeFigures,
  won: readonly string[],
): RowsBehind | null => {
  const counted = countedRows(metric)
  if (counted === 'not_through')
    return { filters: [], found: { not_reached: '1' }, count: figures.not_through ?? null }
  if (counted === 'won') {
    const found = archiveValues('deal_status', { values: won, except: false })
    return found && { filters: [], found, count: null }
  }
  const filters = COUNTED_ROWS[counted]
  if (filters === undefined) return null
  if (counted === 'talk_seconds' || counted === 'median_duration')
    return figures.timed === figures.answered ? { filters, count: figures.timed ?? null } : null
  return { filters, count: COUNTS_ROWS.has(counted) ? (figures[counted] ?? null) : null }
}

export interface JournalPlace {
  /** Null: all objects. */
  readonly oid: string | null
  readonly search: JournalSearch
}

/** API filters that match a dimension's value exactly (API document 4.3). */
const API_FILTER: Partial<Record<Dimension, (value: string) => JournalSearch | null>> = {
  kind: (value) => (value === FIRST_TIME ? { repeated_filter: '1' } : null),
  target: (value) => (value === IS_TARGET ? { target_filter: '1' } : null),
  status: (value) => {
    const name = callStatusName(Number(value))
    const filtered = FILTERED_STATUSES.find((one) => one === name)
    return filtered === undefined ? null : { status_filter: statusFilterCode(filtered) }
  },
}

const isMissed = (statuses: readonly (string | null)[]): boolean => {
  const passing = new Set(statuses)
  return passing.size === MISSED_CODES.length && MISSED_CODES.every((code) => passing.has(code))
}

const VALUES: ReadonlySet<string> = new Set(VALUE_FILTERS)
const isValueFilter = (by: Dimension): by is Dimension & ValueFilter => VALUES.has(by)

/** Intersection of the filters of one dimension. */
const together = (filters: readonly Values[]): Values => {
  const named = filters.filter(({ except }) => !except)
  const [first, ...others] = named
  const excepted = filters.filter(({ except }) => except).flatMap(({ values }) => values)
  if (first === undefined) return { values: [...new Set(excepted)], except: true }
  return {
    values: first.values.filter(
      (value) => others.every(({ values }) => values.includes(value)) && !excepted.includes(value),
    ),
    except: false,
  }
}

/** Archive parameters; null: empty, or longer than an address allows. */
const archiveValues = (by: ValueFilter, left: Values): JournalSearch | null => {
  const written = archiveFilterSchemas[by].safeParse(writeValues(left))
  return left.values.length > 0 && written.success ? { [by]: written.data } : null
}

/** Numbers and deals are only present or absent in an address. */
const PRESENCE = { caller: 'has_caller', deal: 'has_deal' } as const
const isPresence = (by: Dimension): by is keyof typeof PRESENCE => by in PRESENCE

/** Archive parameters of a dimension; null: can't be expressed, or empty. */
const archiveFilter = (by: Dimension, left: Values): JournalSearch | null => {
  if (isPresence(by))
    return left.values.length === 1 && left.values[0] === null
      ? { [PRESENCE[by]]: left.except ? '1' : '0' }
      : null
  return isValueFilter(by) ? archiveValues(by, left) : null
}

/** API parameters of a dimension; null: no exact filter. */
const apiFilter = (by: Dimension, { values, except }: Values): JournalSearch | null => {
  if (except) return null
  if (by === 'status' && isMissed(values)) return { status_filter: MISSED_FILTER }
  const [value, ...others] = values
  return typeof value === 'string' && others.length === 0 ? (API_FILTER[by]?.(value) ?? null) : null
}

/**
 * The journal's address for some contacts. Null if filters can't express them: the API has none for several
 * statuses except "Missed" (G27), an exact source name, a region or a manager.
 * @param oid null: all objects
 * @param isArchived our server supports all filters of the report
 */
export const journalPlace = (
  days: Days,
  oid: string | null,
  filters: readonly Filter[],
  { isArchived }: { readonly isArchived: boolean },
): JournalPlace | null => {
  let { first, last } = days
  const by = new Map<Dimension, Values[]>()
  for (const filter of filters)
    if (filter.by === 'day') [first, last] = [Math.max(first, filter.first), Math.min(last, filter.last)]
    else by.set(filter.by, [...(by.get(filter.by) ?? []), { ...filter, except: filter.except ?? false }])
  if (first > last) return null
  let place: JournalPlace = {
    oid,
    search: { period: 'custom', date_from: dayText(first), date_to: dayText(last) },
  }
  for (const [dimension, all] of by) {
    const left = together(all)
    if (dimension === 'object') {
      const [value, ...others] = left.values
      if (left.except || typeof value !== 'string' || others.length > 0) return null
      if (place.oid !== null && place.oid !== value) return null
      place = { ...place, oid: value }
      continue
    }
    const search = apiFilter(dimension, left) ?? (isArchived ? archiveFilter(dimension, left) : null)
    if (search === null) return null
    place = { ...place, search: { ...place.search, ...search } }
  }
  return place
}
