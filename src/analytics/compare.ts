import type { Question } from '#/contract/figures/questions.ts'
import {
  addDays,
  dayNumber,
  daysBetween,
  daysIn,
  dayText,
  isDay,
  monthStart,
  type DayRange,
} from '#/contract/day.ts'
import { monthNumber } from './period.ts'

const WEEK = 7
const YEAR = 12

type ComparedBy = 'previous' | 'months' | 'year'

const movedBack = ({ from, to }: DayRange, days: number): DayRange => ({
  from: addDays(from, -days),
  to: addDays(to, -days),
})
const weeksOver = (range: DayRange) => Math.ceil(daysIn(range) / WEEK) * WEEK

const previousPeriod = (range: DayRange): DayRange => movedBack(range, daysIn(range))

/** The same day of an earlier month, or that month's last day. */
const monthsBefore = (day: string, months: number): string => {
  const same = monthStart(day, -months).slice(0, -2) + day.slice(-2)
  const last = addDays(monthStart(day, 1 - months), -1)
  return same < last ? same : last
}

const isWholeMonths = ({ from, to }: DayRange) => from.endsWith('-01') && addDays(to, 1).endsWith('-01')

/**
 * Months back to the "same days last month": the fewest without overlap; a period longer than a month that
 * begins with a quarter or a year goes back a quarter or a year.
 */
const monthsApart = ({ from, to }: DayRange): number => {
  const touched = monthNumber(to) - monthNumber(from)
  const fewest = touched > 0 && monthsBefore(to, touched) < from ? touched : touched + 1
  const begins = (months: number) => from.endsWith('-01') && (monthNumber(from) - 1) % months === 0
  if (fewest === 2 && begins(3)) return 3
  return fewest > 3 && fewest < YEAR && begins(YEAR) ? YEAR : fewest
}

/** The default comparison: past calendar months face as many months, other days the days just before. */
export const usualComparison = (days: DayRange, today: string): 'previous' | 'months' =>
  days.to < today && isWholeMonths(days) ? 'months' : 'previous'

/** Months between a period and its comparison by calendar; null: none. */
export const monthsBetween = (days: DayRange, by: ComparedBy): number | null =>
  by === 'months' ? monthsApart(days) : by === 'year' ? YEAR : null

/**
 * The days to compare a period with; by calendar, whole months face whole months.
 * @param matchesWeekdays moves by whole weeks, so that weekdays match
 * @param today of a period that still lasts: days to come have no counterpart
 * @returns null: out of the calendar's range
 */
export const comparedDaysOf = (
  days: DayRange,
  by: ComparedBy,
  { matchesWeekdays, today }: { readonly matchesWeekdays: boolean; readonly today: string },
): DayRange | null => {
  const months = monthsBetween(days, by)
  const plain =
    months === null
      ? previousPeriod(days)
      : days.to < today && isWholeMonths(days)
        ? { from: monthStart(days.from, -months), to: addDays(monthStart(days.to, 1 - months), -1) }
        : { from: monthsBefore(days.from, months), to: monthsBefore(days.to, months) }
  if (!isDay(plain.from) || !isDay(plain.to)) return null
  if (!matchesWeekdays) return plain
  const nearest = Math.round(daysBetween(plain.from, days.from) / WEEK) * WEEK
  const matched = movedBack(days, by === 'year' ? nearest : Math.max(nearest, weeksOver(days)))
  return isDay(matched.from) ? matched : null
}

/** First days of a period and its comparison, days since 1970. */
export interface Facing {
  readonly first: number
  readonly comparedFirst: number
  readonly months: number | null
}

/** How days match those of the comparison; null: no comparison. */
export const facingOf = ({
  days,
  comparedDays,
  comparedMonths = null,
}: Pick<Question, 'days' | 'comparedDays' | 'comparedMonths'>): Facing | null =>
  comparedDays && { first: days.first, comparedFirst: comparedDays.first, months: comparedMonths }

/** The comparison's day for a day of the period; a month without that date uses its last day. */
export const facedDay = (day: number, { first, comparedFirst, months }: Facing): number =>
  months === null ? comparedFirst + (day - first) : dayNumber(monthsBefore(dayText(day), months))

/** As {@link facedDay}; null for a month without that date. */
export const sameDay = (day: number, facing: Facing): number | null => {
  const faced = facedDay(day, facing)
  return facing.months === null || dayText(faced).slice(-2) === dayText(day).slice(-2) ? faced : null
}

export interface Comparison {
  readonly current: DayRange
  readonly previous: DayRange
  readonly isCut: boolean
}

/**
 * A period's complete days against others. Null: no complete day, or no comparison.
 * @param comparedOf returns the comparison of some days
 */
export const comparisonOf = (
  { from, to }: DayRange,
  today: string,
  comparedOf: (days: DayRange) => DayRange | null = previousPeriod,
): Comparison | null => {
  const over = { from, to: to >= today ? addDays(today, -1) : to }
  const compared = over.to < from ? null : comparedOf(over)
  if (compared === null) return null
  return { current: over, previous: compared, isCut: over.to < to }
}
