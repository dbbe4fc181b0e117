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

const WEEK = 7
const YEAR = 12

/** How the days that a period is compared with follow from its own. */
type ComparedBy = 'previous' | 'months' | 'year'

const movedBack = ({ from, to }: DayRange, days: number): DayRange => ({
  from: addDays(from, -days),
  to: addDays(to, -days),
})
/** As many whole weeks as hold a range. */
const weeksOver = (range: DayRange) => Math.ceil(daysIn(range) / WEEK) * WEEK

/** The days just before a range, as many. */
const previousPeriod = (range: DayRange): DayRange => movedBack(range, daysIn(range))

/** The day of the same number so many months before; the last one of a month that has no such number. */
const monthsBefore = (day: string, months: number): string => {
  const same = monthStart(day, -months).slice(0, -2) + day.slice(-2)
  const last = addDays(monthStart(day, 1 - months), -1)
  return same < last ? same : last
}

const monthNumber = (day: string) => Number(day.slice(0, 4)) * YEAR + Number(day.slice(5, 7))
const isWholeMonths = ({ from, to }: DayRange) => from.endsWith('-01') && addDays(to, 1).endsWith('-01')

/**
 * How many months before a period its "same days last month" lie: the fewest that do not overlap with it; what begins with a
 * quarter or a year and is longer than a month faces a quarter or a year.
 */
const monthsApart = ({ from, to }: DayRange): number => {
  const touched = monthNumber(to) - monthNumber(from)
  const fewest = touched > 0 && monthsBefore(to, touched) < from ? touched : touched + 1
  const begins = (months: number) => from.endsWith('-01') && (monthNumber(from) - 1) % months === 0
  if (fewest === 2 && begins(3)) return 3
  return fewest > 3 && fewest < YEAR && begins(YEAR) ? YEAR : fewest
}

/** What days are compared with unless somebody chooses: calendar months that are over face as many, other days those just before. */
export const usualComparison = (days: DayRange, today: string): 'previous' | 'months' =>
  days.to < today && isWholeMonths(days) ? 'months' : 'previous'

/** How many months lie between a period and its comparison by the calendar; null: it follows no calendar. */
export const monthsBetween = (days: DayRange, by: ComparedBy): number | null =>
  by === 'months' ? monthsApart(days) : by === 'year' ? YEAR : null

/**
 * The days a period is compared with. By the calendar the same numbers of another month, and whole months face whole months.
 * @param matchesWeekdays moves by whole weeks instead, so that weekdays face each other
 * @param today of a period that is not over, days to come face none
 * @returns null: no calendar goes there
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

/** The first days of a period and of its comparison, and what joins the others; days since 1970. */
export interface Facing {
  readonly first: number
  readonly comparedFirst: number
  /** So many months lie between two days that face each other; null: they face each other in their order. */
  readonly months: number | null
}

/** The day of the comparison that a day of the period faces; where its month has no such number, the last one. */
export const facedDay = (day: number, { first, comparedFirst, months }: Facing): number =>
  months === null ? comparedFirst + (day - first) : dayNumber(monthsBefore(dayText(day), months))

/** The same, null where its month has no such number. */
export const sameDay = (day: number, facing: Facing): number | null => {
  const faced = facedDay(day, facing)
  return facing.months === null || dayText(faced).slice(-2) === dayText(day).slice(-2) ? faced : null
}

export interface Comparison {
  /** The full days of the period: what is compared. */
  readonly current: DayRange
  readonly previous: DayRange
  /** Days of the period are left out: today, which is not over, and days to come. */
  readonly isCut: boolean
}

/**
 * A period's full days against others. Null: none of its days is over, or there are no others.
 * @param comparedOf the days that some are compared with
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
