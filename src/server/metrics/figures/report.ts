import { hadCome, ownMark, select, SHOWN, until, type Selection } from '#/server/metrics/columns/select.ts'
import type { ClockMoment, Days, Filter, Bucket, Question } from '#/contract/figures/questions.ts'
import type { ObjectWeek } from '#/contract/working-hours/working-hours.ts'
import {
  byBucket,
  byDimension,
  countAll,
  countBy,
  countDistinct,
  countUndated,
  countsAt,
  medianDuration,
} from '#/server/metrics/columns/aggregate.ts'
import { isUntimed } from '#/server/metrics/columns/traits.ts'
import type { Counts } from '#/contract/figures/counts.ts'
import { facedDay, sameDay, type Facing, facingOf } from '#/analytics/compare.ts'
import { bucketsOf } from '#/analytics/period.ts'
import { absurdDurations, type Dataset } from '#/server/metrics/columns/dataset.ts'
import type { Dimension } from '#/contract/figures/dimensions.ts'
import { dealsBegun, countDeals } from '#/server/metrics/columns/deals.ts'
import type {
  ReportTable,
  TableName,
  Figures,
  TrendPoint,
  HeatCell,
  FirstReport,
  ReportRest,
  LeftOut,
  UnreturnedCallsResult,
} from '#/contract/figures/answers.ts'
import { countInHours } from '#/server/metrics/columns/working-hours.ts'
import { unreturnedCalls } from '#/server/metrics/columns/unreturned-calls.ts'
import { comparedOver, type ComparedSide } from './comparison.ts'
import { tableOf, TABLES } from './tables.ts'

/** Table rows sent with the report; others on request. */
const TABLE_ROWS = 200
const NOT_THROUGH_ROWS = 500

const figuresOf = (
  data: Dataset,
  selection: Selection,
  won: ReadonlySet<string>,
  workingHours: readonly ObjectWeek[] | undefined,
  { total, isUnknown }: Pick<UnreturnedCallsResult, 'total' | 'isUnknown'>,
): Figures => {
  const counts = countAll(data, selection)
  return {
    ...counts,
    ...countDeals(data, selection, won),
    callers: countDistinct(data, selection, 'caller'),
    reached: counts.contacts - counts.missed,
    median_duration: medianDuration(data, selection),
    not_through: isUnknown ? null : total,
    in_hours: countInHours(data, workingHours ?? [], (row) => selection[row] === SHOWN),
  }
}

export const trendOf = (
  data: Dataset,
  selection: Selection,
  days: Days,
  bucket: Bucket,
  own: number,
): TrendPoint[] => {
  const starts = bucketsOf(days.first, days.last, bucket)
  const groups = countBy(data, selection, byBucket(data, starts, days.last), own)
  const deals = dealsBegun(data, selection, starts, days.last, own)
  return starts.map((start, index) => ({ start, deals: deals[index]!, ...countsAt(groups, index) }))
}

/** Filters of the heat map, which ignores them itself. */
const HEAT_DIMENSIONS = ['weekday', 'hour', 'hour_of_week'] as const satisfies readonly Dimension[]

const heatOf = (data: Dataset, selection: Selection, own: number): HeatCell[] => {
  const groups = countBy(data, selection, byDimension(data, 'hour_of_week'), own)
  return data.by.hour_of_week.values.flatMap((value, code) => {
    const hourOfWeek = Number(value)
    return value === null || groups.contacts[code] === 0
      ? []
      : [{ weekday: Math.floor(hourOfWeek / 24), hour: hourOfWeek % 24, ...countsAt(groups, code) }]
  })
}

const leftOutOf = (
  data: Dataset,
  selection: Selection,
  { answered, timed }: Counts,
  { unnumbered }: Pick<UnreturnedCallsResult, 'unnumbered'>,
): LeftOut => {
  const absurd = absurdDurations(data).filter(
    (row) => selection[row] === SHOWN && isUntimed(data.trait[row]!),
  ).length
  return {
    undated: countUndated(data, selection),
    unreadable: data.unreadable,
    untimed: answered - timed - absurd,
    absurd,
    unnumbered,
  }
}

const moved = (filter: Filter, facing: Facing): Filter =>
  filter.by === 'day'
    ? { ...filter, first: facedDay(filter.first, facing), last: facedDay(filter.last, facing) }
    : filter

/** The comparison, cut at the same moment of its last day, or null. */
export const previousSide = (
  compared: Dataset | null,
  question: Pick<Question, 'filters' | 'days' | 'comparedDays' | 'comparedMonths' | 'now'>,
): (ComparedSide & { readonly facing: Facing }) | null => {
  const { comparedDays: days, now } = question
  const facing = facingOf(question)
  if (compared === null || days === null || facing === null) return null
  const filters = question.filters.map((filter) => moved(filter, facing))
  const all = select(compared, filters)
  const selection = now === null ? all : until(compared, all, now, (day) => facedDay(day, facing))
  return { data: compared, selection, days, filters, facing }
}

const hadComeBefore = (
  { data, selection, facing }: ComparedSide & { readonly facing: Facing },
  now: ClockMoment,
) => {
  const { elsewhere } = data
  const own = hadCome(selection)
  const other =
    elsewhere && hadCome(until(elsewhere, select(elsewhere, []), now, (day) => facedDay(day, facing)))
  return (row: number, of: Dataset) => (of === elsewhere && other ? other(row) : own(row))
}

/** Places each day beside the one of its number, in calendar comparisons. */
const besideDays = (points: readonly TrendPoint[], days: Days, facing: Facing): (TrendPoint | null)[] => {
  const byStart = new Map(points.map((point) => [point.start, point]))
  return bucketsOf(days.first, days.last, 'day').map((day) => byStart.get(sameDay(day, facing) ?? -1) ?? null)
}

/** Of one dataset alone: selections and their rows are a fifth of its memory, and made in a hundredth of a second. */
let latest: { readonly of: WeakRef<Dataset>; readonly key: string; readonly selection: Selection } | null =
  null
const selectOnce = (data: Dataset, filters: readonly Filter[]): Selection => {
  const key = JSON.stringify([data.changes, filters])
  if (latest?.of.deref() !== data || latest.key !== key)
    latest = { of: new WeakRef(data), key, selection: select(data, filters) }
  return latest.selection
}

const reportTable = (
  data: Dataset,
  selection: Selection,
  name: TableName,
  { filters, won }: Question,
): ReportTable =>
  tableOf(data, selection, name, new Set(won), { own: ownMark(filters, name), limit: TABLE_ROWS })

export const firstReport = (current: Dataset, compared: Dataset | null, question: Question): FirstReport => {
  const { filters, days, bucket, now, workingHours } = question
  const won = new Set(question.won)
  const selection = selectOnce(current, filters)
  const before = previousSide(compared, question)
  const beforeTrend =
    before && trendOf(before.data, before.selection, before.days, bucket, ownMark(before.filters, 'day'))
  const unreturned = unreturnedCalls(current, selection, { limit: NOT_THROUGH_ROWS })
  const figures = figuresOf(current, selection, won, workingHours, unreturned)
  return {
    figures,
    compared:
      before &&
      figuresOf(
        before.data,
        before.selection,
        won,
        workingHours,
        unreturnedCalls(before.data, before.selection, {
          limit: 0,
          // Callers reached only after the cut were still waiting then.
          ...(now !== null && { isKnown: hadComeBefore(before, now) }),
        }),
      ),
    comparison: before && comparedOver({ data: current, selection, days, filters }, before, now),
    trend: trendOf(current, selection, days, bucket, ownMark(filters, 'day')),
    comparedTrend:
      before && beforeTrend && bucket === 'day' && before.facing.months !== null
        ? besideDays(beforeTrend, days, before.facing)
        : beforeTrend,
    tables: { source: reportTable(current, selection, 'source', question) },
    unreturnedCalls: unreturned.callers,
    leftOut: leftOutOf(current, selection, figures, unreturned),
  }
}

export const reportRest = (current: Dataset, question: Question): ReportRest => {
  const { filters } = question
  const selection = selectOnce(current, filters)
  return {
    heat: heatOf(current, selection, ownMark(filters, ...HEAT_DIMENSIONS)),
    tables: Object.fromEntries(
      TABLES.filter((name) => name !== 'source').map((name) => [
        name,
        reportTable(current, selection, name, question),
      ]),
    ) as ReportRest['tables'],
  }
}
