import {
  HOURS,
  WEEKDAYS,
  blocksOf,
  occurrencesIn,
  weekOf,
  weekdaysOf,
  type CellCounts,
  type Week,
} from '#/domain/figures/week.ts'
import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import type { Counts } from '#/contract/figures/counts.ts'

import { metricOf } from '#/analytics/report-metrics.ts'
import type { Days, Filter, Question } from '#/contract/figures/questions.ts'
import type { UnreadDays } from '#/domain/figures/unread-days.ts'
import type { HeatCell, ReportRow } from '#/contract/figures/answers.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { HEAT_LEVELS, type HeatLevel } from '#/ui/chart/plot.ts'

export const valueOf = (metric: HeatMetric, counts: CellCounts): number | null =>
  metric === 'contacts' ? counts.contacts / Math.max(counts.days, 1) : metricOf(metric, counts)

/** Weekdays (Monday first) with days that failed to load. */
export const unreadWeekdays = ({ current, hasFailed }: UnreadDays, days: Days): ReadonlySet<number> =>
  weekdaysOf(hasFailed ? current : [], days)

/** First and last hour with contacts, inclusive. */
export const hoursWithContacts = ({ ofHour }: Week): { readonly first: number; readonly last: number } => {
  const hours = Array.from({ length: HOURS }, (_, hour) => hour).filter((hour) => ofHour(hour).contacts > 0)
  return { first: hours[0] ?? 0, last: hours.at(-1) ?? HOURS - 1 }
}

/** Grain of the week: hours, three-hour blocks, or totals by hour and by weekday. */
export type Grain = 'hours' | 'blocks' | 'margins'

/** Share of calls that a grain must show, otherwise the map is mostly hatched. */
const SHOWN_AT_LEAST = 0.5

/** The finest grain that shows at least half of the calls; hours if none does. */
export const grainOf = (metric: HeatMetric, week: Week): Grain => {
  const callsOf = (parts: readonly Counts[]) =>
    parts.reduce((sum, part) => sum + (callsBehind(metric, part) ?? 0), 0)
  const isShown = (part: Counts) => cellState(metric, part) === 'value'
  const shows = (parts: readonly Counts[]) =>
    callsOf(parts.filter(isShown)) >= SHOWN_AT_LEAST * callsOf(parts) && parts.some(isShown)
  if (metric === 'contacts' || shows(week.all)) return 'hours'
  if (shows(blocksOf(week))) return 'blocks'
  const { hours, weekdays } = marginsOf(week)
  return [...hours, ...weekdays].some(isShown) ? 'margins' : 'hours'
}

export const marginsOf = ({ ofHour, ofWeekday }: Week) => ({
  hours: Array.from({ length: HOURS }, (_, hour) => ofHour(hour)),
  weekdays: Array.from({ length: WEEKDAYS }, (_, weekday) => ofWeekday(weekday)),
})

/** Denominator of a rate or mean; null: it is a count. */
export const callsBehind = (metric: HeatMetric, counts: Counts): number | null =>
  metric === 'contacts' ? null : metric === 'missed_rate' ? counts.calls : counts.timed

export const cellState = (metric: HeatMetric, counts: Counts): 'none' | 'too_few' | 'value' => {
  const calls = callsBehind(metric, counts)
  if (calls === null) return counts.contacts === 0 ? 'none' : 'value'
  return calls === 0 ? 'none' : calls < TOO_FEW ? 'too_few' : 'value'
}

/** Null: no value is shown. */
export const greatestOf = (metric: HeatMetric, { all }: Pick<Week, 'all'>): number | null => {
  const values = all.flatMap((counts) =>
    cellState(metric, counts) === 'value' ? (valueOf(metric, counts) ?? []) : [],
  )
  return values.length === 0 ? null : Math.max(...values)
}

/** Level 0 for none, then evenly up to 7. */
export const levelOf = (metric: HeatMetric, counts: CellCounts, greatest: number | null): HeatLevel => {
  const says = cellState(metric, counts)
  if (says === 'none') return metric === 'contacts' ? 0 : 'none'
  if (says === 'too_few') return 'hatched'
  const value = valueOf(metric, counts) ?? 0
  return greatest === null || greatest <= 0 ? 0 : levelOfShare(value / greatest)
}

export const levelOfShare = (share: number): HeatLevel => Math.ceil(share * (HEAT_LEVELS - 1))

const isLetThrough = (filters: readonly Filter[], weekday: number, hour: number): boolean => {
  const own = { weekday, hour, hour_of_week: weekday * HOURS + hour }
  return filters.every(
    (filter) =>
      !(filter.by === 'weekday' || filter.by === 'hour' || filter.by === 'hour_of_week') ||
      filter.values.includes(String(own[filter.by])) !== (filter.except === true),
  )
}

export type HeatRow = HeatCell & CellCounts

/** Hours of the week that match the filters, including empty ones. */
export const heatRows = (
  heat: readonly HeatCell[],
  question: Pick<Question, 'days' | 'filters' | 'now'>,
): readonly HeatRow[] => {
  const { all } = weekOf(heat, occurrencesIn(question))
  return all
    .map((counts, index) => ({ ...counts, weekday: Math.floor(index / HOURS), hour: index % HOURS }))
    .filter(({ weekday, hour }) => isLetThrough(question.filters, weekday, hour))
}

/** The same from a table by hour, which ignores filters by the clock. */
export const heatOf = (rows: readonly ReportRow[]): readonly HeatCell[] =>
  rows.flatMap(({ value, ...counts }) =>
    value === null
      ? []
      : [{ ...counts, weekday: Math.floor(Number(value) / HOURS), hour: Number(value) % HOURS }],
  )
