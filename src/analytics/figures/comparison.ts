import type { ClockMoment, Days, Filter } from '#/analytics/columns/select.ts'
import { facedDay, type Facing } from '#/analytics/compare.ts'

const DAY_MINUTES = 1440

/** What the figures of a report are compared over. */
export interface ReportComparison {
  /** Days that each side is counted over; of one that is not over the part that has passed. */
  readonly days: number
  readonly comparedDays: number
}

/** The days that a filter leaves of some. */
const narrowed = ({ first, last }: Days, filter: Days | undefined): Days =>
  filter ? { first: Math.max(first, filter.first), last: Math.min(last, filter.last) } : { first, last }

/** @param end day and minute until when contacts count; null: all of these days are over */
const daysUntil = ({ first, last }: Days, end: Pick<ClockMoment, 'day' | 'minute'> | null): number =>
  end === null || end.day > last
    ? Math.max(last - first + 1, 0)
    : Math.max(end.day - first + end.minute / DAY_MINUTES, 0)

/** The first filter of a side narrows its days; the comparison is cut where the day that stands for today is. */
export const comparedOver = (
  current: { readonly days: Days; readonly filters: readonly Filter[] },
  previous: { readonly days: Days; readonly filters: readonly Filter[]; readonly facing: Facing },
  now: ClockMoment | null,
): ReportComparison => {
  const byDay = (filters: readonly Filter[]) => filters.find((filter) => filter.by === 'day')
  // What is over by the clock of most objects is not cut, also where it goes on for a few.
  const end = now !== null && now.day <= current.days.last ? now : null
  return {
    days: daysUntil(narrowed(current.days, byDay(current.filters)), end),
    comparedDays: daysUntil(
      narrowed(previous.days, byDay(previous.filters)),
      end && { day: facedDay(end.day, previous.facing), minute: end.minute },
    ),
  }
}
