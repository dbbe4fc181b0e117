import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'

import { wilson } from '#/analytics/evaluation/wilson.ts'

/** What one contact of a kind costs. */
export interface CostRange {
  /** Null: there is none of the kind. */
  readonly cost: number | null
  /** Ends of the 95% range. */
  readonly low: number
  /** Null: chance does not exclude that there will never be one. */
  readonly high: number | null
}

/**
 * What one of `hits` out of so many contacts costs, with the range that chance leaves: the amount over the contacts times
 * the ends of their Wilson range. Null: too few contacts to judge.
 */
export const costRange = (amount: number, hits: number, contacts: number): CostRange | null => {
  if (contacts < TOO_FEW) return null
  const range = wilson(hits, contacts)
  if (range === null) return null
  return {
    cost: hits === 0 ? null : amount / hits,
    low: amount / (contacts * range.high),
    high: range.low === 0 ? null : amount / (contacts * range.low),
  }
}
