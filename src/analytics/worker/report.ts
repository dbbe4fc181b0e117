import type { CountAsRule } from '#/contract/preferences.ts'
import {
  byBucket,
  byDimension,
  countAll,
  countBy,
  countDistinct,
  countsAt,
  countDeals,
  dealsBy,
  medianDuration,
  type Counts,
  type DealCounts,
  type Grouping,
} from '#/analytics/columns/aggregate.ts'
import { bucketsOf, NO_DAY, type Bucket } from '#/analytics/columns/calendar.ts'
import type { Dataset, Dimension } from '#/analytics/columns/dataset.ts'
import { notThrough, type NotThrough } from '#/analytics/columns/not-through.ts'
import { ownMark, select, until, type Filter, type Selection } from '#/analytics/columns/select.ts'

/** Days since 1970, both included. */
export interface Days {
  readonly first: number
  readonly last: number
}

/** What the screen wants to know: everything that narrows or shapes the report. */
export interface Question {
  readonly filters: readonly Filter[]
  readonly days: Days
  /** Null: nothing is compared. */
  readonly comparedDays: Days | null
  readonly bucket: Bucket
  /** Names of CRM statuses that mean a won deal (G28). */
  readonly won: readonly string[]
  /** Names of sources and campaigns that count as others; absent: none do. */
  readonly countAs?: readonly CountAsRule[]
  /** The day that is not over and how far it is; null: every day of the period is over. */
  readonly now: { readonly day: number; readonly minute: number } | null
}

/** The figures of one set of contacts. */
export interface Figures extends Counts, DealCounts {
  /** Different numbers. */
  readonly callers: number
  /** Contacts that somebody answered, and those that need no answer: all but missed calls. */
  readonly reached: number
  /** Seconds; null where no answered call has a duration. */
  readonly median_duration: number | null
  readonly not_through: number
}

export interface TrendPoint extends Counts {
  /** First day of the bucket, days since 1970. */
  readonly start: number
}

export interface TableRow extends Counts, DealCounts {
  /** Null: the contacts that have none. */
  readonly value: string | null
}

/** Rows of a table by contacts, the most first; `rows` may be fewer than `total`. */
export interface Table {
  readonly rows: readonly TableRow[]
  readonly total: number
  /** Of all rows together, also of those that are not here. */
  readonly contacts: number
}

/** What the overview has a table for. */
export const TABLES = [
  'object',
  'source',
  'region',
  'search_request',
  'page',
  'manager',
  'channel',
  'service',
] as const satisfies readonly Dimension[]
export type TableName = (typeof TABLES)[number]

export interface HeatCell extends Counts {
  /** 0 is Monday. */
  readonly weekday: number
  /** 0 to 23. */
  readonly hour: number
}

/** Rows that a panel cannot hold, by reason. */
export interface LeftOut {
  /** Their date cannot be read: in no bucket, hour or weekday. */
  readonly undated: number
  /** Records without a usable identifier: in no figure at all (G26). */
  readonly unreadable: number
  /** Answered calls without a duration. */
  readonly untimed: number
  /** Missed calls without a number. */
  readonly unnumbered: number
}

export interface Report {
  readonly figures: Figures
  /** The comparison, its last day cut where this period's is. */
  readonly compared: Figures | null
  readonly trend: readonly TrendPoint[]
  /** Bucket by bucket beside the trend; the bucket that is not over is cut at the same moment. */
  readonly comparedTrend: readonly TrendPoint[] | null
  readonly heat: readonly HeatCell[]
  readonly tables: Readonly<Record<TableName, Table>>
  readonly notThrough: readonly NotThrough[]
  readonly leftOut: LeftOut
}

/** Rows of a table that travel with the report; the others come when somebody asks for them. */
const TABLE_ROWS = 200
const NOT_THROUGH_ROWS = 500

const figuresOf = (data: Dataset, selection: Selection, won: ReadonlySet<string>): Figures => {
  const counts = countAll(data, selection)
  return {
    ...counts,
    ...countDeals(data, selection, won),
    callers: countDistinct(data, selection, 'caller'),
    reached: counts.contacts - counts.missed,
    median_duration: medianDuration(data, selection),
    not_through: notThrough(data, selection).callers.length,
  }
}

const trendOf = (
  data: Dataset,
  selection: Selection,
  days: Days,
  bucket: Bucket,
  own: number,
): TrendPoint[] => {
  const starts = bucketsOf(days.first, days.last, bucket)
  const groups = countBy(data, selection, byBucket(data, starts, days.last), own)
  return starts.map((start, index) => ({ start, ...countsAt(groups, index) }))
}

/** What a click in the heat map narrows by: none of them narrows the map itself. */
const HEAT_DIMENSIONS: ReadonlySet<Filter['by']> = new Set<Filter['by']>(['weekday', 'hour', 'hour_of_week'])

const heatOf = (data: Dataset, all: Selection, filters: readonly Filter[]): HeatCell[] => {
  // Not by an own mark: a row's and a column's head are filters besides each other.
  const others = filters.filter(({ by }) => !HEAT_DIMENSIONS.has(by))
  const selection = others.length === filters.length ? all : select(data, others)
  const groups = countBy(data, selection, byDimension(data, 'hour_of_week'))
  return data.by.hour_of_week.values.flatMap((value, code) => {
    const hourOfWeek = Number(value)
    return value === null || groups.contacts[code] === 0
      ? []
      : [{ weekday: Math.floor(hourOfWeek / 24), hour: hourOfWeek % 24, ...countsAt(groups, code) }]
  })
}

/** The rows of one grouping, the most contacts first. */
export const tableOf = (
  data: Dataset,
  selection: Selection,
  dimension: Dimension,
  won: ReadonlySet<string>,
  { own = 0, limit = Infinity }: { own?: number; limit?: number } = {},
): Table => {
  const grouping: Grouping = byDimension(data, dimension)
  const groups = countBy(data, selection, grouping, own)
  const codes = Array.from({ length: grouping.size }, (_, code) => code).filter(
    (code) => groups.contacts[code]! > 0,
  )
  const first = codes.toSorted((a, b) => groups.contacts[b]! - groups.contacts[a]!).slice(0, limit)
  const deals = dealsBy(data, selection, won, grouping, own)
  return {
    total: codes.length,
    contacts: codes.reduce((sum, code) => sum + groups.contacts[code]!, 0),
    rows: first.map((code) => ({
      value: data.by[dimension].values[code] ?? null,
      ...countsAt(groups, code),
      ...deals[code]!,
    })),
  }
}

const leftOutOf = (data: Dataset, selection: Selection): LeftOut => {
  let undated = 0
  for (let row = 0; row < data.rows; row++) if (selection[row] === 0 && data.day[row] === NO_DAY) undated++
  const { answered, timed } = countAll(data, selection)
  return {
    undated,
    unreadable: data.unreadable,
    untimed: answered - timed,
    unnumbered: notThrough(data, selection).unnumbered,
  }
}

const moved = (filter: Filter, days: number): Filter =>
  filter.by === 'day' ? { ...filter, first: filter.first + days, last: filter.last + days } : filter

/** Answers everything the overview shows at once, from what is loaded by now. */
export const report = (current: Dataset, compared: Dataset | null, question: Question): Report => {
  const { filters, days, comparedDays, bucket, now } = question
  const won = new Set(question.won)
  const selection = select(current, filters)
  const own = (name: Filter['by']) => ownMark(filters, name)
  const before = compared === null || comparedDays === null ? null : { data: compared, days: comparedDays }
  // Days that are narrowed to face those as far into the comparison.
  const beforeFilters =
    before === null ? [] : filters.map((filter) => moved(filter, before.days.first - days.first))
  const beforeSelection = before && select(before.data, beforeFilters)
  const beforeCut =
    before && beforeSelection && now !== null && now.day <= days.last
      ? until(before.data, beforeSelection, before.days.first + (now.day - days.first), now.minute)
      : beforeSelection
  return {
    figures: figuresOf(current, selection, won),
    compared: before && beforeCut && figuresOf(before.data, beforeCut, won),
    trend: trendOf(current, selection, days, bucket, own('day')),
    comparedTrend:
      before &&
      beforeCut &&
      trendOf(before.data, beforeCut, before.days, bucket, ownMark(beforeFilters, 'day')),
    heat: heatOf(current, selection, filters),
    tables: Object.fromEntries(
      TABLES.map((name) => [
        name,
        tableOf(current, selection, name, won, { own: own(name), limit: TABLE_ROWS }),
      ]),
    ) as Record<TableName, Table>,
    notThrough: notThrough(current, selection).callers.slice(0, NOT_THROUGH_ROWS),
    leftOut: leftOutOf(current, selection),
  }
}
