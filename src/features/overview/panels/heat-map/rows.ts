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
import type { Counts } from '#/analytics/columns/traits.ts'

import { metricOf } from '#/analytics/report-metrics.ts'
import type { Days, Filter } from '#/analytics/columns/select.ts'
import type { UnreadDays } from '#/domain/figures/unread-days.ts'
import type { HeatCell, Question } from '#/analytics/figures/report.ts'
import type { ReportRow } from '#/analytics/figures/tables.ts'
import type { HeatMetric } from '#/features/overview/search.ts'
import { HEAT_LEVELS, type HeatLevel } from '#/ui/chart/plot.ts'

/** What a cell shows: contacts as the mean of the days that it stands for, else the metric. */
export const valueOf = (metric: HeatMetric, counts: CellCounts): number | null =>
  metric === 'contacts' ? counts.contacts / Math.max(counts.days, 1) : metricOf(metric, counts)

/** Weekdays, Monday first, that some days of which could not be read. */
export const unreadWeekdays = ({ current, hasFailed }: UnreadDays, days: Days): ReadonlySet<number> =>
  weekdaysOf(hasFailed ? current : [], days)

/** The hours of the day from the first that has contacts to the last, both included. */
export const hoursWithContacts = ({ ofHour }: Week): { readonly first: number; readonly last: number } => {
  const hours = Array.from({ length: HOURS }, (_, hour) => hour).filter((hour) => ofHour(hour).contacts > 0)
  return { first: hours[0] ?? 0, last: hours.at(-1) ?? HOURS - 1 }
}

/** How finely a week can be shown: hour by hour, in blocks, or by hours over all days and weekdays over all hours. */
export type Grain = 'hours' | 'blocks' | 'margins'

/** What a finer grain must show of the calls, so that it is no field of hatching with a few figures in it. */
const SHOWN_AT_LEAST = 0.5

/** The finest grain that shows at least half of the calls; by hour, where nothing shows anything. */
export const grainOf = (metric: HeatMetric, week: Week): Grain => {
  const callsOf = (parts: readonly Counts[]) =>
    parts.reduce((sum, part) => sum + (callsBehind(metric, part) ?? 0), 0)
  const isShown = (part: Counts) => saysOf(metric, part) === 'value'
  const shows = (parts: readonly Counts[]) =>
    callsOf(parts.filter(isShown)) >= SHOWN_AT_LEAST * callsOf(parts) && parts.some(isShown)
  if (metric === 'contacts' || shows(week.all)) return 'hours'
  if (shows(blocksOf(week))) return 'blocks'
  const { hours, weekdays } = marginsOf(week)
  return [...hours, ...weekdays].some(isShown) ? 'margins' : 'hours'
}

/** Each hour over all days, and each weekday over all hours. */
export const marginsOf = ({ ofHour, ofWeekday }: Week) => ({
  hours: Array.from({ length: HOURS }, (_, hour) => ofHour(hour)),
  weekdays: Array.from({ length: WEEKDAYS }, (_, weekday) => ofWeekday(weekday)),
})

/** The calls a rate or a mean is of; null: it is a count. */
export const callsBehind = (metric: HeatMetric, counts: Counts): number | null =>
  metric === 'contacts' ? null : metric === 'missed_rate' ? counts.calls : counts.timed

/** Nothing to say, too little to say it, or a value to show. */
export const saysOf = (metric: HeatMetric, counts: Counts): 'none' | 'too_few' | 'value' => {
  const calls = callsBehind(metric, counts)
  if (calls === null) return counts.contacts === 0 ? 'none' : 'value'
  return calls === 0 ? 'none' : calls < TOO_FEW ? 'too_few' : 'value'
}

/** The greatest value that is shown. Null: none is. */
export const greatestOf = (metric: HeatMetric, { all }: Pick<Week, 'all'>): number | null => {
  const values = all.flatMap((counts) =>
    saysOf(metric, counts) === 'value' ? (valueOf(metric, counts) ?? []) : [],
  )
  return values.length === 0 ? null : Math.max(...values)
}

/** How dark an hour is: 0 for nothing of it, evenly up to 7 for the greatest. */
export const levelOf = (metric: HeatMetric, counts: CellCounts, greatest: number | null): HeatLevel => {
  const says = saysOf(metric, counts)
  if (says === 'none') return metric === 'contacts' ? 0 : 'none'
  if (says === 'too_few') return 'hatched'
  const value = valueOf(metric, counts) ?? 0
  return greatest === null || greatest <= 0 ? 0 : levelOfShare(value / greatest)
}

/** @param share of the greatest, 0 to 1 */
export const levelOfShare = (share: number): HeatLevel => Math.ceil(share * (HEAT_LEVELS - 1))

/** Whether what narrows by the clock lets an hour of the week through. */
const isLetThrough = (filters: readonly Filter[], weekday: number, hour: number): boolean => {
  const own = { weekday, hour, hour_of_week: weekday * HOURS + hour }
  return filters.every(
    (filter) =>
      !(filter.by === 'weekday' || filter.by === 'hour' || filter.by === 'hour_of_week') ||
      filter.values.includes(String(own[filter.by])) !== (filter.except === true),
  )
}

/** An hour of the week as a line of a table. */
export type HeatRow = HeatCell & CellCounts

/** The hours of the week that the filters let through, one a row, those without contacts too. */
export const heatRows = (
  heat: readonly HeatCell[],
  question: Pick<Question, 'days' | 'filters' | 'now'>,
): readonly HeatRow[] => {
  const { all } = weekOf(heat, occurrencesIn(question))
  return all
    .map((counts, index) => ({ ...counts, weekday: Math.floor(index / HOURS), hour: index % HOURS }))
    .filter(({ weekday, hour }) => isLetThrough(question.filters, weekday, hour))
}

/** The same out of a table by hour of the week, which the report does not have: it keeps what the clock narrows. */
export const heatOf = (rows: readonly ReportRow[]): readonly HeatCell[] =>
  rows.flatMap(({ value, ...counts }) =>
    value === null
      ? []
      : [{ ...counts, weekday: Math.floor(Number(value) / HOURS), hour: Number(value) % HOURS }],
  )
