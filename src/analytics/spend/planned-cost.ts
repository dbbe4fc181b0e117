import type { CostRange } from './cost.ts'

/** What a target contact may cost by the plan of a month. */
export interface PlannedCost {
  /** `YYYY-MM` */
  readonly month: string
  readonly spend: number
  readonly target: number
  readonly cost: number
}

/** Null: spend and target contacts are not both planned. */
export const plannedCost = (
  plan: { readonly month: string; readonly spend: number | null; readonly target: number | null } | undefined,
): PlannedCost | null => {
  if (!plan?.spend || !plan.target) return null
  const { month, spend, target } = plan
  return { month, spend, target, cost: spend / target }
}

export interface BesidePlan {
  /** Of the planned cost: 0.21 is 21% above it. */
  readonly by: number
  /** Dearer or cheaper than planned, whatever chance has done; open: the plan lies within the range. */
  readonly is: 'dearer' | 'cheaper' | 'open'
}

/** Null: there is no cost to judge. */
export const besidePlan = (range: CostRange | null, planned: PlannedCost | null): BesidePlan | null => {
  if (range === null || range.cost === null || planned === null) return null
  return {
    by: range.cost / planned.cost - 1,
    is:
      range.low > planned.cost
        ? 'dearer'
        : range.high !== null && range.high < planned.cost
          ? 'cheaper'
          : 'open',
  }
}
