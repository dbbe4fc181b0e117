import { addDays, daysIn, type DayRange } from '#/contract/day.ts'

const WEEK = 7

/** The same number of days before a range; from a week on moved by whole weeks, so that weekdays face each other. */
export const previousPeriod = ({ from, to }: DayRange): DayRange => {
  const days = daysIn({ from, to })
  const shift = days < WEEK ? days : Math.ceil(days / WEEK) * WEEK
  return { from: addDays(from, -shift), to: addDays(to, -shift) }
}

export interface Comparison {
  /** The full days of the period: what is compared. */
  readonly current: DayRange
  readonly previous: DayRange
  /** Today, which is not over, and days to come are left out of both. */
  readonly isCut: boolean
}

/** A period's full days against as many before. Null: none of its days is over. */
export const comparisonOf = ({ from, to }: DayRange, today: string): Comparison | null => {
  const isCut = to >= today
  const current = { from, to: isCut ? addDays(today, -1) : to }
  return current.to < from ? null : { current, previous: previousPeriod(current), isCut }
}

/** So many standard deviations lie beyond chance in 5 of 100 cases. */
const Z_95 = 1.96

/** Whether two counts of independent events differ by more than chance (Poisson, normal approximation, 5%). */
export const countsDiffer = (a: number, b: number): boolean => Math.abs(a - b) > Z_95 * Math.sqrt(a + b)

/** A part of a whole. */
export interface Share {
  readonly part: number
  readonly whole: number
}

/** Whether two shares differ by more than chance (two proportions, pooled, 5%); never where one is of nothing. */
export const sharesDiffer = (a: Share, b: Share): boolean => {
  if (a.whole <= 0 || b.whole <= 0) return false
  const pooled = (a.part + b.part) / (a.whole + b.whole)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / a.whole + 1 / b.whole))
  return Math.abs(a.part / a.whole - b.part / b.whole) > Z_95 * deviation
}
