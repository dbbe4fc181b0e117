import * as z from 'zod/mini'
import { isDay } from '#/contract/day.ts'
import { FILTERED_STATUSES, readParameters, statusFilterCode } from '#/contract/call-filters.ts'
import { CALL_STATUS } from '#/contract/codes.ts'
import type { ReportFilter } from '#/contract/shared-reports/report-filters.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'
import { CHANNELS, FIRST_TIME, IS_TARGET, NOT_TARGET, REPEATED } from '#/contract/figures/dimensions.ts'
import { DEFAULT_PERIOD } from '#/domain/period/period-choice.ts'
import { PERIOD_SCHEMAS, unfitPeriod } from '#/domain/period/period-search.ts'
import type { ComparedWith } from '#/domain/period/comparison.ts'
import { keepSurvivors, type ClientSwitch, type SurvivesClient } from '#/domain/client/client-switch.ts'
import { privacyMode } from '#/i18n/privacy-mode.ts'
import {
  CHANGE_DIMENSIONS,
  CHANGE_METRICS,
  type ChangeDimension,
  type ChangeMetric,
} from '#/contract/figures/changes.ts'
import type { ReportMetricId } from '#/analytics/report-metrics.ts'

export const BUCKETS = ['day', 'week', 'month'] as const
export type BucketName = (typeof BUCKETS)[number]

/** Metrics of the trend; the first is the default. */
export const TREND_METRICS = [
  'contacts',
  'calls',
  'missed_rate',
  'target_rate',
] as const satisfies readonly ReportMetricId[]
export type TrendMetric = (typeof TREND_METRICS)[number]
const TREND_VIEWS = [...TREND_METRICS, 'plan'] as const

/** Metrics of the heat map; the first is the default. */
export const HEAT_METRICS = [
  'contacts',
  'missed_rate',
  'mean_duration',
] as const satisfies readonly ReportMetricId[]
export type HeatMetric = (typeof HEAT_METRICS)[number]

/** Metrics of changes; the first is the default. */
export const CHANGES_METRICS = [
  'contacts',
  'calls',
  'missed_rate',
  'first_time',
  'target_rate',
  'deals',
] as const satisfies readonly ChangeMetric[]

export const PICTURES = ['trend', 'heat_map'] as const
export type PicturePanel = (typeof PICTURES)[number]

/** Address parameters as strings, without defaults. */
export type OverviewSearch = Partial<Record<ReportFilter, string>> & {
  /** Relative period; absent: custom days. */
  readonly period?: PeriodPreset
  readonly date_from?: string
  readonly date_to?: string
  /** The one object the report is narrowed to. */
  readonly object?: string
  readonly compare?: ComparedWith
  /** Custom comparison days, with `compare=days`. */
  readonly compare_from?: string
  readonly compare_to?: string
  readonly match_weekdays?: string
  readonly bucket?: BucketName
  readonly trend_metric?: (typeof TREND_VIEWS)[number]
  readonly heat_metric?: HeatMetric
  readonly changes_metric?: ChangeMetric
  readonly changes_by?: ChangeDimension
  /** Charts shown as tables: `trend,heat_map`. */
  readonly as_table?: string
  /** Selected stretch of the trend, inclusive: `2026-11-01..2026-11-07`. */
  readonly days?: string
}

const VALUE_MAX = 2048
/** Means "no value"; values that start with it are escaped by doubling. */
const NONE = '~'

/** A value in an address; null: no value. */
export const writeValue = (value: string | null): string =>
  value === null ? NONE : value.startsWith(NONE) ? NONE + value : value

export const readValue = (written: string): string | null =>
  written === NONE ? null : written.startsWith(NONE) ? written.slice(1) : written

const HOURS = /^(\d{1,2})(?:-(\d{1,2}))?$/
/** Hours of an address: `9`, or inclusive `6-11`. Empty: invalid. */
export const readHours = (written: string): readonly number[] => {
  const [, from, to = from] = HOURS.exec(written) ?? []
  const [first, last] = [Number(from), Number(to)]
  return first <= last && last < 24 ? Array.from({ length: last - first + 1 }, (_, nth) => first + nth) : []
}
export const writeHours = (first: number, last: number): string =>
  first === last ? String(first) : `${first}-${last}`

const DAYS = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/

export const readDays = (days: string | undefined): { from: string; to: string } | null => {
  const [, from = '', to = ''] = DAYS.exec(days ?? '') ?? []
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null
}
export const writeDays = ({ from, to }: { from: string; to: string }): string => `${from}..${to}`

export const readPictures = (written: string | undefined): ReadonlySet<PicturePanel> => {
  const names = new Set(written?.split(','))
  return new Set(PICTURES.filter((picture) => names.has(picture)))
}
/** In fixed order, so that addresses are canonical; undefined: none. */
export const writePictures = (pictures: ReadonlySet<PicturePanel>): string | undefined =>
  PICTURES.filter((picture) => pictures.has(picture)).join(',') || undefined

const text = z.string().check(z.maxLength(VALUE_MAX))

/** Restricts to known values; also accepts the journal's spelling. */
const among = (known: (written: string) => string | null) =>
  z.pipe(
    z.string().check(z.refine((written) => written === NONE || known(written) !== null)),
    z.transform((written: string) => (written === NONE ? NONE : (known(written) ?? NONE))),
  )
const named = (values: readonly string[], aliases: Readonly<Record<string, string>> = {}) =>
  among((written) =>
    values.includes(written) ? written : (new Map(Object.entries(aliases)).get(written) ?? null),
  )
const numbered = (count: number) =>
  among((written) => (/^\d{1,3}$/.test(written) && Number(written) < count ? String(Number(written)) : null))
const statusCode = (written: string): string | null => {
  if (/^-?\d{1,6}$/.test(written)) return String(Number(written))
  const name = FILTERED_STATUSES.find((one) => statusFilterCode(one) === written)
  return name === undefined ? null : String(CALL_STATUS[name])
}

/** Schemas by parameter, in the order of chips and notes. */
const SCHEMAS = {
  object: text,
  ...PERIOD_SCHEMAS,
  bucket: z.enum(BUCKETS),
  trend_metric: z.enum(TREND_VIEWS),
  heat_metric: z.enum(HEAT_METRICS),
  changes_metric: z.enum(CHANGE_METRICS),
  changes_by: z.enum(CHANGE_DIMENSIONS),
  as_table: z.pipe(
    z.string(),
    z.transform((written: string) => writePictures(readPictures(written))),
  ),
  days: z.string().check(z.refine((written) => readDays(written) !== null)),
  source: text,
  campaign: text,
  search_request: text,
  page: text,
  region: text,
  manager: text,
  channel: named(CHANNELS),
  service: text,
  status: among(statusCode),
  kind: named([FIRST_TIME, REPEATED], { '1': FIRST_TIME, '2': REPEATED }),
  target: named([IS_TARGET, NOT_TARGET], { '1': IS_TARGET, '0': NOT_TARGET }),
  weekday: numbered(7),
  hour: among((written) => {
    const hours = readHours(written)
    return hours.length === 0 ? null : writeHours(hours[0]!, hours.at(-1)!)
  }),
  hour_of_week: numbered(7 * 24),
} as const satisfies Record<keyof OverviewSearch, z.ZodMiniType<string | undefined>>
const PARAMETERS = Object.keys(SCHEMAS) as (keyof OverviewSearch)[]

const USUAL: OverviewSearch = {
  period: DEFAULT_PERIOD,
  trend_metric: TREND_METRICS[0],
  heat_metric: HEAT_METRICS[0],
  changes_metric: CHANGES_METRICS[0],
}

/** Parses an address; unknown or invalid parameters are listed in `dropped`. */
export const readOverviewSearch = (
  raw: Readonly<Record<string, unknown>>,
): { search: OverviewSearch; dropped: readonly string[] } => {
  const { values, dropped } = readParameters(SCHEMAS, raw)
  const { without, wrong } = unfitPeriod(values, dropped)
  return {
    search: Object.fromEntries(
      PARAMETERS.flatMap((name) => {
        const value = values[name]
        return value === undefined || value === USUAL[name] || without.has(name) ? [] : [[name, value]]
      }),
    ),
    dropped: PARAMETERS.filter((name) => wrong.has(name)),
  }
}

/**
 * Redirect that moves names of dropped or hidden values into the history state, where the page reads them; null:
 * nothing to drop.
 */
export const arriveAtOverview = (
  raw: Readonly<Record<string, unknown>>,
): {
  search: OverviewSearch
  state: { readonly dropped: readonly string[]; readonly masked?: readonly string[] }
} | null => {
  const { search, dropped } = readOverviewSearch(privacyMode?.readable(raw) ?? raw)
  const others = privacyMode?.masked(raw)
  return dropped.length === 0 && !others?.masked ? null : { search, state: { dropped, ...others } }
}

/** Objects, sources, pages and people don't apply to another client. */
const SURVIVES_CLIENT: SurvivesClient<keyof OverviewSearch> = {
  object: false,
  source: false,
  campaign: false,
  search_request: false,
  page: false,
  manager: false,
  service: false,
}

export const OVERVIEW_SWITCH: ClientSwitch = {
  to: '/overview',
  keep: (search) => keepSurvivors(readOverviewSearch(search).search, SURVIVES_CLIENT),
}
