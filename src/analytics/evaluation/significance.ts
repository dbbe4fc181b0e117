import { weekdayOf } from '#/contract/day.ts'

/*
 * Which changes are real. Contacts come in waves, so chance is measured by how much the days of both periods scatter
 * (quasi-Poisson, never less than Poisson), weekdays beside the same weekdays. Several tests of one page are corrected.
 */

/** Of so many true "nothing has changed", one in twenty pages says otherwise. */
const LEVEL = 0.05

/** What a day has brought: of a share `part` of `whole`; of a count the whole is the day, 1. */
export interface DayTally {
  /** Days since 1970. */
  readonly day: number
  readonly part: number
  readonly whole: number
}

/** How far a figure is from what it would be if nothing had changed. */
export interface Evidence {
  /** So many more than expected. */
  readonly excess: number
  /** Of the excess, by how much the days scatter. */
  readonly variance: number
  /** Degrees of freedom of the scatter. */
  readonly freedom: number
}

/** Of so many, how many. */
interface Side {
  readonly part: number
  readonly whole: number
}
interface Stratum {
  readonly current: readonly DayTally[]
  readonly previous: readonly DayTally[]
  readonly now: Side
  readonly before: Side
  /** Of both sides together. */
  readonly rate: number
}

const sumOf = (days: readonly DayTally[]): Side => ({
  part: days.reduce((sum, { part }) => sum + part, 0),
  whole: days.reduce((sum, { whole }) => sum + whole, 0),
})

/** Days that face each other; what one side alone has says nothing of a change. */
const strataOf = (
  current: readonly DayTally[],
  previous: readonly DayTally[],
  isByWeekday: boolean,
): Stratum[] => {
  const keyOf = ({ day }: DayTally) => (isByWeekday ? weekdayOf(day) : 0)
  const before = Map.groupBy(previous, keyOf)
  return [...Map.groupBy(current, keyOf)].flatMap(([key, ofNow]) => {
    const ofBefore = before.get(key) ?? []
    const [a, b] = [sumOf(ofNow), sumOf(ofBefore)]
    if (a.whole === 0 || b.whole === 0) return []
    const rate = (a.part + b.part) / (a.whole + b.whole)
    return [{ current: ofNow, previous: ofBefore, now: a, before: b, rate }]
  })
}

/** Pearson's sum over the days of one side, each beside what its weekday and its period make usual. */
const scatterOf = (
  strata: readonly Stratum[],
  side: 'current' | 'previous',
  spreadOf: (rate: number) => number,
): number => {
  const all = strata.flatMap(({ rate, [side]: days }) => days.map((one) => ({ ...one, rate })))
  const expected = all.reduce((sum, { whole, rate }) => sum + whole * rate, 0)
  const growth = expected === 0 ? 1 : all.reduce((sum, { part }) => sum + part, 0) / expected
  return all.reduce((sum, { part, whole, rate }) => {
    const usual = whole * rate * growth
    const variance = usual * spreadOf(rate * growth)
    return variance > 0 ? sum + (part - usual) ** 2 / variance : sum
  }, 0)
}

/**
 * The days of a period beside those of its comparison; of both only days that are over.
 * @param isByWeekday Mondays face Mondays; else any day may face any other
 * @returns null: there are too few days that face each other to see how much they scatter
 */
export const evidenceOf = (
  current: readonly DayTally[],
  previous: readonly DayTally[],
  { isShare, isByWeekday = true }: { readonly isShare: boolean; readonly isByWeekday?: boolean },
): Evidence | null => {
  const known = (days: readonly DayTally[]) => days.filter(({ whole }) => whole > 0)
  const strata = strataOf(known(current), known(previous), isByWeekday)
  const days = strata.reduce((sum, one) => sum + one.current.length + one.previous.length, 0)
  const freedom = days - strata.length - 1
  if (strata.length === 0 || freedom < 1) return null
  // A share has less room beside 0 and 1; one that is beyond by its period's growth keeps some.
  const spreadOf = (rate: number) => (isShare ? Math.max(1 - rate, 0.01) : 1)
  const scatter = (scatterOf(strata, 'current', spreadOf) + scatterOf(strata, 'previous', spreadOf)) / freedom
  let [excess, variance] = [0, 0]
  for (const { now, before, rate } of strata) {
    excess += now.part - now.whole * rate
    const share = (now.whole * before.whole) / (now.whole + before.whole)
    variance += share * rate * (isShare ? 1 - rate : 1)
  }
  return { excess, variance: variance * Math.max(scatter, 1), freedom }
}

/** Of several that have nothing to do with each other. */
export const sumEvidence = (all: readonly Evidence[]): Evidence | null =>
  all.length === 0
    ? null
    : all.reduce((sum, one) => ({
        excess: sum.excess + one.excess,
        variance: sum.variance + one.variance,
        freedom: sum.freedom + one.freedom,
      }))

/** Complementary error function, to 1.2e-7. Source: Press et al., "Numerical Recipes", `erfcc`. */
const erfc = (x: number): number => {
  const t = 1 / (1 + x / 2)
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ]
  return t * Math.exp(-x * x + terms.reduceRight((sum, term) => sum * t + term, 0))
}

/**
 * The chance of so much or more if nothing had changed: two-sided, Student's t, to a tenth of itself from two degrees on.
 * Source of the approximation: D. L. Wallace, "Bounds on normal approximations to Student's and the chi-square
 * distributions", 1959.
 */
export const chanceOf = ({ excess, variance, freedom }: Evidence): number => {
  if (variance <= 0) return 1
  const tt = (excess * excess) / variance
  const z = ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p(tt / freedom))
  return erfc(z / Math.SQRT2)
}

/** Degrees of freedom that make Student's t the normal distribution. */
const NORMAL = 1e9

/** The chance of so different or more different shares if both were one: two-sided, by their pooled rate; 1 where there is nothing to compare. */
export const chanceOfShares = (a: Side, b: Side): number => {
  const whole = a.whole + b.whole
  if (a.whole === 0 || b.whole === 0) return 1
  const rate = (a.part + b.part) / whole
  return chanceOf({
    excess: a.part - a.whole * rate,
    variance: ((a.whole * b.whole) / whole) * rate * (1 - rate),
    freedom: NORMAL,
  })
}

/** Contacts, the target ones among them, and their spend. */
interface PaidSide extends Side {
  readonly amount: number
}

/** How much chance scatters target contacts where so many of the contacts are expected to be. */
const spreadOfExpected = (expected: number, whole: number): number =>
  expected * Math.max(1 - expected / whole, 0.01)

/** The p-value of two different yields of spend: two-sided, by their pooled yield. */
export const chanceOfYields = (a: PaidSide, b: PaidSide): number => {
  const amount = a.amount + b.amount
  const each = (a.part + b.part) / amount
  const [share, rest] = [a.amount / amount, b.amount / amount]
  return chanceOf({
    excess: a.part - a.amount * each,
    variance:
      rest ** 2 * spreadOfExpected(a.amount * each, a.whole) +
      share ** 2 * spreadOfExpected(b.amount * each, b.whole),
    freedom: NORMAL,
  })
}

/** The same beside a yield that is planned, a number that chance does not move. @param each target contacts for a unit of money */
export const chanceBesidePlan = ({ part, whole, amount }: PaidSide, each: number): number =>
  chanceOf({
    excess: part - amount * each,
    variance: spreadOfExpected(amount * each, whole),
    freedom: NORMAL,
  })

/**
 * Which of the tests of one page are more than chance, so that of those that are called so 5% are not.
 * Source: Y. Benjamini, Y. Hochberg, "Controlling the false discovery rate", 1995.
 * @param chances null: not tested
 */
export const areReal = (chances: readonly (number | null)[]): boolean[] => {
  const ordered = chances.filter((chance) => chance !== null).toSorted((a, b) => a - b)
  const last = ordered.findLastIndex((chance, nth) => chance <= ((nth + 1) / ordered.length) * LEVEL)
  const limit = last === -1 ? -1 : ordered[last]!
  return chances.map((chance) => chance !== null && chance <= limit)
}

/** Which way a figure has gone; `none`: no more than chance. Null: nothing tells. */
export type Direction = 'up' | 'down' | 'none' | null

/** Of the tests of one page. */
export const directionsOf = (all: readonly (Evidence | null)[]): Direction[] => {
  const real = areReal(all.map((one) => one && chanceOf(one)))
  return all.map((one, nth) => one && (!real[nth] ? 'none' : one.excess > 0 ? 'up' : 'down'))
}

/** How many times more counts scatter around the means of their groups than chance alone would, at least 1 (quasi-Poisson). */
export const scatterAround = (
  groups: readonly { readonly counts: readonly number[]; readonly mean: number }[],
): number => {
  const known = groups.filter(({ mean }) => mean > 0)
  const freedom = known.reduce((sum, { counts }) => sum + counts.length - 1, 0)
  const squares = known.reduce(
    (sum, { counts, mean }) => sum + counts.reduce((all, count) => all + (count - mean) ** 2, 0) / mean,
    0,
  )
  return freedom < 1 ? 1 : Math.max(squares / freedom, 1)
}

const medianOf = (counts: readonly number[]): number => {
  const ordered = counts.toSorted((a, b) => a - b)
  const middle = (ordered.length - 1) / 2
  return (ordered[Math.floor(middle)]! + ordered[Math.ceil(middle)]!) / 2
}
/** Standard deviations of a normal distribution in its median absolute deviation. */
const OF_MEDIAN_DEVIATION = 1.4826

/**
 * How many times more counts scatter than chance alone would, at least 1: their variance over their mean. Few counts that
 * stand alone, as of a holiday, are no scatter: it is told by the median deviation from the median.
 */
export const dispersionOf = (counts: readonly number[]): number => {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  if (counts.length < 2 || mean <= 0) return 1
  const median = medianOf(counts)
  const deviation = OF_MEDIAN_DEVIATION * medianOf(counts.map((count) => Math.abs(count - median)))
  return Math.max(deviation ** 2 / mean, 1)
}
