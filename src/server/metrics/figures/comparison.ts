import { byBucket, countBy } from '#/server/metrics/columns/aggregate.ts'
import { clocksOf, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { dealsBegun } from '#/server/metrics/columns/deals.ts'
import type { Selection } from '#/server/metrics/columns/select.ts'
import type { ClockMoment, Days, Filter } from '#/contract/figures/questions.ts'
import { facedDay, type Facing } from '#/analytics/compare.ts'
import { directionsOf, evidenceOf, type DayTally } from '#/analytics/evaluation/significance.ts'
import type { Direction, ReportComparison } from '#/contract/figures/answers.ts'
import type { PassedDays } from '#/server/metrics/changes/sides.ts'
import { bucketsOf } from '#/analytics/period.ts'
import { REPORT_METRICS } from '#/analytics/report-metrics.ts'
import { DAY_MINUTES } from '#/contract/day.ts'

type ComparedMetric = keyof ReportComparison['directions']
const COMPARED_METRICS = [
  'contacts',
  'calls',
  'missed_rate',
  'first_time',
  'target_rate',
  'deals',
] as const satisfies readonly ComparedMetric[]

export interface ComparedSide {
  readonly data: Dataset
  readonly selection: Selection
  readonly days: Days
  readonly filters: readonly Filter[]
}

const narrowed = ({ first, last }: Days, filter: Days | undefined): Days =>
  filter ? { first: Math.max(first, filter.first), last: Math.min(last, filter.last) } : { first, last }

const daysUntil = ({ first, last }: Days, end: Pick<ClockMoment, 'day' | 'minute'> | null): number =>
  end === null || end.day > last
    ? Math.max(last - first + 1, 0)
    : Math.max(end.day - first + end.minute / DAY_MINUTES, 0)

const narrowedDays = ({ days, filters }: ComparedSide): Days =>
  narrowed(
    days,
    filters.find((filter) => filter.by === 'day'),
  )

const talliesOf = (
  { data, selection }: ComparedSide,
  { first, last }: Days,
): Readonly<Record<ComparedMetric, readonly DayTally[]>> => {
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

/** The day before the first one that still lasts anywhere. */
const lastDayOver = ({ data }: ComparedSide, now: ClockMoment | null): number =>
  now === null
    ? Infinity
    : Math.min(
        ...[now.offset ?? 0, ...clocksOf(data)].map((offset) =>
          Math.floor((now.day * DAY_MINUTES + now.minute + offset - (now.offset ?? offset)) / DAY_MINUTES),
        ),
      ) - 1

export interface Passed {
  readonly current: PassedDays
  readonly previous: PassedDays
}

/** @param previous with its last day cut like this period's */
export const passedDays = (
  current: ComparedSide,
  previous: ComparedSide & { readonly facing: Facing },
  now: ClockMoment | null,
): Passed => {
  // A day that is over by most clocks is not cut, though it may last on others.
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

/** Days of both sides: see {@link ReportComparison}. */
export const lengthsOf = (passed: Passed): Pick<ReportComparison, 'days' | 'comparedDays'> => ({
  days: daysUntil(passed.current.days, passed.current.end),
  comparedDays: daysUntil(passed.previous.days, passed.previous.end),
})

/** @param previous with its last day cut like this period's */
export const comparedOver = (
  current: ComparedSide,
  previous: ComparedSide & { readonly facing: Facing },
  now: ClockMoment | null,
): ReportComparison => {
  const passed = passedDays(current, previous, now)
  const ofNow = talliesOf(current, passed.current.over)
  const before = talliesOf(previous, passed.previous.over)
  const directions = directionsOf(
    COMPARED_METRICS.map((metric) =>
      evidenceOf(ofNow[metric], before[metric], { isShare: REPORT_METRICS[metric].whole !== null }),
    ),
  )
  return {
    ...lengthsOf(passed),
    directions: Object.fromEntries(
      COMPARED_METRICS.map((metric, nth) => [metric, directions[nth]!]),
    ) as Record<ComparedMetric, Direction>,
  }
}
