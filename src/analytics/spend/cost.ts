import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'

import { wilson } from '#/analytics/evaluation/wilson.ts'

export interface CostRange {
  readonly cost: number | null
  readonly low: number
  /** Null: unbounded, since zero hits are possible. */
  readonly high: number | null
}

/** Cost per hit with its range: the amount divided by the contacts times their Wilson range. Null: too few contacts. */
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
