/** Two-sided 95% of the normal distribution. */
const Z = 1.959963984540054

/** A rate with its 95% range, all 0 to 1. */
export interface RateRange {
  readonly rate: number
  readonly low: number
  readonly high: number
}

/**
 * Wilson's score interval. Null without trials. Source: E. B. Wilson, "Probable inference, the law of
 * succession, and statistical inference", 1927.
 */
export const wilson = (hits: number, trials: number): RateRange | null => {
  if (trials <= 0) return null
  const rate = hits / trials
  const zz = Z * Z
  const middle = rate + zz / (2 * trials)
  const spread = Z * Math.sqrt((rate * (1 - rate)) / trials + zz / (4 * trials * trials))
  const scale = 1 + zz / trials
  return {
    rate,
    low: Math.min(Math.max((middle - spread) / scale, 0), rate),
    high: Math.max(Math.min((middle + spread) / scale, 1), rate),
  }
}
