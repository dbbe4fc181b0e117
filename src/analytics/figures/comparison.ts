import { byBucket, countBy } from '#/analytics/columns/aggregate.ts'
import { clocksOf, type Dataset } from '#/analytics/columns/dataset.ts'
import { dealsBegun } from '#/analytics/columns/deals.ts'
import type { ClockMoment, Days, Filter, Selection } from '#/analytics/columns/select.ts'
import { facedDay, type Facing } from '#/analytics/compare.ts'
import {
  directionsOf,
  evidenceOf,
  type DayTally,
  type Direction,
} from '#/analytics/evaluation/significance.ts'
import type { PassedDays } from '#/analytics/changes/sides.ts'
import { bucketsOf } from '#/analytics/period.ts'
import { REPORT_METRICS, type ReportMetricId } from '#/analytics/report-metrics.ts'

const DAY_MINUTES = 1440

/** What is judged of a report: the tests of one page. */
const JUDGED = [
  'contacts',
  'calls',
  'missed_rate',
  'first_time',
  'target_rate',
  'deals',
] as const satisfies readonly ReportMetricId[]
type JudgedMetric = (typeof JUDGED)[number]

/** What the figures of a report are compared over, and which of them have really changed. */
export interface ReportComparison {
  /** Days that each side is counted over; of one that is not over the part that has passed. */
  readonly days: number
  readonly comparedDays: number
  /** By the days that are over: it changes when a day ends, and not while contacts come. */
  readonly directions: Readonly<Record<JudgedMetric, Direction>>
}

/** One of both sides of a comparison. */
export interface ComparedSide {
  readonly data: Dataset
  readonly selection: Selection
  readonly days: Days
  readonly filters: readonly Filter[]
}

/** The days that a filter leaves of some. */
const narrowed = ({ first, last }: Days, filter: Days | undefined): Days =>
  filter ? { first: Math.max(first, filter.first), last: Math.min(last, filter.last) } : { first, last }

/** @param end day and minute until when contacts count; null: all of these days are over */
const daysUntil = ({ first, last }: Days, end: Pick<ClockMoment, 'day' | 'minute'> | null): number =>
  end === null || end.day > last
    ? Math.max(last - first + 1, 0)
    : Math.max(end.day - first + end.minute / DAY_MINUTES, 0)

const narrowedDays = ({ days, filters }: ComparedSide): Days =>
  narrowed(
    days,
    filters.find((filter) => filter.by === 'day'),
  )

/** What each of some days has brought of everything that is judged. */
const talliesOf = (
  { data, selection }: ComparedSide,
  { first, last }: Days,
): Readonly<Record<JudgedMetric, readonly DayTally[]>> => {
  const starts = bucketsOf(first, last, 'day')
  const groups = countBy(data, selection, byBucket(data, starts, last))
  const deals = dealsBegun(data, selection, starts, last)
  const tallies = (part: (nth: number) => number, whole: (nth: number) => number = () => 1) =>
    starts.map((day, nth) => ({ day, part: part(nth), whole: whole(nth) }))
  const { contacts, calls, missed, first_time, target } = groups
  return {
    contacts: tallies((nth) => contacts[nth]!),
    calls: tallies((nth) => calls[nth]!),
    missed_rate: tallies(
      (nth) => missed[nth]!,
      (nth) => calls[nth]!,
    ),
    first_time: tallies((nth) => first_time[nth]!),
    target_rate: tallies(
      (nth) => target[nth]!,
      (nth) => contacts[nth]!,
    ),
    deals: tallies((nth) => deals[nth]!),
  }
}

/** The day before the first one that goes on anywhere: where it is evening in the west, today began in the east. */
const lastDayOver = ({ data }: ComparedSide, now: ClockMoment | null): number =>
  now === null
    ? Infinity
    : Math.min(
        ...[now.offset ?? 0, ...clocksOf(data)].map((offset) =>
          Math.floor((now.day * DAY_MINUTES + now.minute + offset - (now.offset ?? offset)) / DAY_MINUTES),
        ),
      ) - 1

/** How much of both periods has passed. */
export interface Passed {
  readonly current: PassedDays
  readonly previous: PassedDays
}

/** @param previous its last day cut where this period's is */
export const passedDays = (
  current: ComparedSide,
  previous: ComparedSide & { readonly facing: Facing },
  now: ClockMoment | null,
): Passed => {
  // What is over by the clock of most objects is not cut, also where it goes on for a few.
  const end = now !== null && now.day <= current.days.last ? now : null
  const over = lastDayOver(current, now)
  const isCut = over < current.days.last
  const until = (days: Days, last: number): Days => ({ first: days.first, last: Math.min(days.last, last) })
  const [days, before] = [narrowedDays(current), narrowedDays(previous)]
  return {
    current: { days, end, over: until(days, over) },
    previous: {
      days: before,
      end: end && { day: facedDay(end.day, previous.facing), minute: end.minute },
      over: until(before, isCut ? facedDay(over + 1, previous.facing) - 1 : Infinity),
    },
  }
}

/** Days that each side is counted over: see {@link ReportComparison}. */
export const lengthsOf = (passed: Passed): Pick<ReportComparison, 'days' | 'comparedDays'> => ({
  days: daysUntil(passed.current.days, passed.current.end),
  comparedDays: daysUntil(passed.previous.days, passed.previous.end),
})

/** @param previous its last day cut where this period's is */
export const comparedOver = (
  current: ComparedSide,
  previous: ComparedSide & { readonly facing: Facing },
  now: ClockMoment | null,
): ReportComparison => {
  const passed = passedDays(current, previous, now)
  const ofNow = talliesOf(current, passed.current.over)
  const before = talliesOf(previous, passed.previous.over)
  const directions = directionsOf(
    JUDGED.map((metric) =>
      evidenceOf(ofNow[metric], before[metric], { isShare: REPORT_METRICS[metric].whole !== null }),
    ),
  )
  return {
    ...lengthsOf(passed),
    directions: Object.fromEntries(JUDGED.map((metric, nth) => [metric, directions[nth]!])) as Record<
      JudgedMetric,
      Direction
    >,
  }
}
