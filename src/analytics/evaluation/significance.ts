import type { Direction } from '#/contract/figures/answers.ts'
import { weekdayOf } from '#/contract/day.ts'

/*
 * Significance of changes. Contacts come in waves, so the variance is estimated from the scatter of days
 * (quasi-Poisson, at least Poisson), each beside the same weekday. Tests of one page are corrected together.
 */

/** False discovery rate. */
const LEVEL = 0.05

/** A day's count: for shares `part` of `whole`; for counts the whole is 1. */
export interface DayTally {
  readonly day: number
  readonly part: number
  readonly whole: number
}

/** Distance of a figure from no change. */
export interface Evidence {
  readonly excess: number
  /** Of the excess, from the scatter of days. */
  readonly variance: number
  readonly freedom: number
}

interface Side {
  readonly part: number
  readonly whole: number
}
interface Stratum {
  readonly current: readonly DayTally[]
  readonly previous: readonly DayTally[]
  readonly now: Side
  readonly before: Side
  readonly rate: number
}

const sumOf = (days: readonly DayTally[]): Side => ({
  part: days.reduce((sum, { part }) => sum + part, 0),
  whole: days.reduce((sum, { whole }) => sum + whole, 0),
})

/** Pairs of comparable days; unpaired ones carry no evidence. */
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

/** Pearson's sum over a side's days, each against its weekday and period. */
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
 * Evidence of a change between complete days of two periods.
 * @param isByWeekday pairs equal weekdays; else any days
 * @returns null: too few paired days to estimate scatter
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
  // The binomial variance factor, with a floor near 0 and 1.
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

/** Sum of independent evidence. */
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
 * Two-sided p-value by Student's t, within a tenth of itself from two degrees on. Source: D. L. Wallace,
 * "Bounds on normal approximations to Student's and the chi-square distributions", 1959.
 */
export const chanceOf = ({ excess, variance, freedom }: Evidence): number => {
  if (variance <= 0) return 1
  const tt = (excess * excess) / variance
  const z = ((8 * freedom + 1) / (8 * freedom + 3)) * Math.sqrt(freedom * Math.log1p(tt / freedom))
  return erfc(z / Math.SQRT2)
}

/** Degrees of freedom that make Student's t the normal distribution. */
const NORMAL = 1e9

/** Two-sided p-value of two shares, by their pooled rate; 1 with nothing to compare. */
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

interface PaidSide extends Side {
  readonly amount: number
}

/** Variance of targets among so many contacts. */
const spreadOfExpected = (expected: number, whole: number): number =>
  expected * Math.max(1 - expected / whole, 0.01)

/** Two-sided p-value of two yields of spend, by the pooled yield. */
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

/**
 * The same against a planned yield, which is exact.
 * @param each targets per unit of money
 */
export const chanceBesidePlan = ({ part, whole, amount }: PaidSide, each: number): number =>
  chanceOf({
    excess: part - amount * each,
    variance: spreadOfExpected(amount * each, whole),
    freedom: NORMAL,
  })

/**
 * Which tests of a page are significant at a false discovery rate of 5%. Source: Y. Benjamini, Y. Hochberg,
 * "Controlling the false discovery rate", 1995.
 * @param chances p-values; null: not tested
 */
export const areReal = (chances: readonly (number | null)[]): boolean[] => {
  const ordered = chances.filter((chance) => chance !== null).toSorted((a, b) => a - b)
  const last = ordered.findLastIndex((chance, nth) => chance <= ((nth + 1) / ordered.length) * LEVEL)
  const limit = last === -1 ? -1 : ordered[last]!
  return chances.map((chance) => chance !== null && chance <= limit)
}

export const directionsOf = (all: readonly (Evidence | null)[]): Direction[] => {
  const real = areReal(all.map((one) => one && chanceOf(one)))
  return all.map((one, nth) => one && (!real[nth] ? 'none' : one.excess > 0 ? 'up' : 'down'))
}

/** Overdispersion around group means, at least 1 (quasi-Poisson). */
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

/** NaN: of none. */
export const medianOf = (counts: readonly number[]): number => {
  const ordered = counts.toSorted((a, b) => a - b)
  const middle = (ordered.length - 1) / 2
  return (ordered[Math.floor(middle)]! + ordered[Math.ceil(middle)]!) / 2
}
/** Standard deviations of a normal distribution in its median absolute deviation. */
const OF_MEDIAN_DEVIATION = 1.4826

/**
 * Overdispersion of counts: variance over mean, at least 1. Uses the median absolute deviation, so that
 * single outliers such as holidays do not count.
 */
export const dispersionOf = (counts: readonly number[]): number => {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  if (counts.length < 2 || mean <= 0) return 1
  const median = medianOf(counts)
  const deviation = OF_MEDIAN_DEVIATION * medianOf(counts.map((count) => Math.abs(count - median)))
  return Math.max(deviation ** 2 / mean, 1)
}
