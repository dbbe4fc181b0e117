import { isDay } from '#/contract/day.ts'
import { PERIOD_PRESETS, type PeriodPreset } from '#/contract/preferences.ts'
import type { Dimension } from '#/analytics/columns/dimensions.ts'
import type { ReportMetricId } from '#/analytics/report-metrics.ts'

/** What a click on a mark can narrow the report by, in the order chips stand. Callers are personal data and never in an address. */
export const CROSS_FILTERS = [
  'source',
  'campaign',
  'search_request',
  'page',
  'region',
  'manager',
  'channel',
  'service',
  'status',
  'kind',
  'target',
  'weekday',
  'hour',
  'hour_of_week',
] as const satisfies readonly Dimension[]
export type CrossFilter = (typeof CROSS_FILTERS)[number]

/** What the period is compared with. */
export const COMPARISONS = ['previous', 'year', 'none'] as const
export type ComparedWith = (typeof COMPARISONS)[number]

export const BUCKETS = ['day', 'week', 'month'] as const
export type BucketName = (typeof BUCKETS)[number]

/** What the trend can show, in the order it is offered; the first where an address says nothing. */
export const TREND_METRICS = [
  'contacts',
  'calls',
  'missed_rate',
  'target_rate',
] as const satisfies readonly ReportMetricId[]
export type TrendMetric = (typeof TREND_METRICS)[number]

/** What the heat map can show, likewise. */
export const HEAT_METRICS = [
  'contacts',
  'missed_rate',
  'mean_duration',
] as const satisfies readonly ReportMetricId[]
export type HeatMetric = (typeof HEAT_METRICS)[number]

/** Panels that show a picture or, when asked to, a table. */
export const PICTURES = ['trend', 'heat_map'] as const
export type Picture = (typeof PICTURES)[number]

/** The overview's part of the address: plain strings, defaults left out. */
export type OverviewSearch = Partial<Record<CrossFilter, string>> & {
  /** A span that moves with the calendar; absent beside days of one's own. */
  readonly period?: PeriodPreset
  readonly date_from?: string
  readonly date_to?: string
  /** The one object the report is narrowed to. */
  readonly object?: string
  readonly compare?: ComparedWith
  readonly bucket?: BucketName
  readonly trend_metric?: TrendMetric
  readonly heat_metric?: HeatMetric
  /** Pictures that are shown as tables: `trend,heat_map`. */
  readonly as_table?: string
  /** A stretch of the trend: `2026-11-01..2026-11-07`, both included. */
  readonly days?: string
}

export const DEFAULT_PERIOD: PeriodPreset = 'last_30_days'
export const DEFAULT_COMPARISON: ComparedWith = 'previous'

const VALUE_MAX = 2048
/** Stands for "has none"; a value that begins with it is written with two. */
const NONE = '~'

/** A value of a dimension as an address writes it; null is "has none". */
export const writeValue = (value: string | null): string =>
  value === null ? NONE : value.startsWith(NONE) ? NONE + value : value

export const readValue = (written: string): string | null =>
  written === NONE ? null : written.startsWith(NONE) ? written.slice(1) : written

const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/

/** The stretch of days an address names. Null: none, or one that is none. */
export const readDays = (days: string | undefined): { from: string; to: string } | null => {
  const [, from = '', to = ''] = DAYS.exec(days ?? '') ?? []
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}
export const writeDays = ({ from, to }: { from: string; to: string }): string => `${from}..${to}`

/** Which of the pictures an address shows as tables. */
export const readPictures = (written: string | undefined): ReadonlySet<Picture> => {
  const names = new Set(written?.split(','))
  return new Set(PICTURES.filter((picture) => names.has(picture)))
}
/** Undefined: none. Always in the same order, so that an address says it one way. */
export const writePictures = (pictures: ReadonlySet<Picture>): string | undefined =>
  PICTURES.filter((picture) => pictures.has(picture)).join(',') || undefined

const oneOf = <T extends string>(values: readonly T[], raw: unknown): T | undefined =>
  values.find((value) => value === raw)

/** Reads an address; what is unknown or invalid is left out, and named in `dropped`. */
export const readOverviewSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: OverviewSearch; dropped: readonly string[] } => {
  const search: Record<string, string> = {}
  const dropped: string[] = []
  const take = (name: string, read: (value: string) => string | undefined, usual?: string) => {
    const value = raw[name]
    if (value === undefined || value === '') return
    const known = typeof value === 'string' ? read(value) : undefined
    if (known === undefined) dropped.push(name)
    else if (known !== usual) search[name] = known
  }
  const text = (value: string) => (value.length <= VALUE_MAX ? value : undefined)
  const day = (value: string) => (isDay(value) ? value : undefined)
  take('object', text)
  take('date_from', day)
  take('date_to', day)
  const { date_from: from, date_to: to } = search
  const isOwn = from !== undefined && to !== undefined && from <= to
  if (!isOwn) {
    for (const name of ['date_from', 'date_to']) if (search[name] !== undefined) dropped.push(name)
    delete search['date_from']
    delete search['date_to']
    take('period', (value) => oneOf(PERIOD_PRESETS, value), DEFAULT_PERIOD)
  }
  take('compare', (value) => oneOf(COMPARISONS, value), DEFAULT_COMPARISON)
  take('bucket', (value) => oneOf(BUCKETS, value))
  take('trend_metric', (value) => oneOf(TREND_METRICS, value), TREND_METRICS[0])
  take('heat_metric', (value) => oneOf(HEAT_METRICS, value), HEAT_METRICS[0])
  take('as_table', (value) => writePictures(readPictures(value)))
  take('days', (value) => (readDays(value) ? value : undefined))
  for (const name of CROSS_FILTERS) take(name, text)
  return { search, dropped }
}
