import type { CostRange } from './cost.ts'

/** Days that the paid share of targets is estimated from. */
export const SHARE_DAYS = 60

export interface PaidTargets {
  readonly paid: number
  readonly all: number
}

/** Planned cost of a paid source's target, given that free sources bring targets too. */
export interface PlannedCost {
  readonly month: string
  readonly spend: number
  readonly target: number
  readonly brought: PaidTargets
  /** spend ÷ (target × paid ÷ all). */
  readonly cost: number
}

interface Plan {
  readonly month: string
  readonly spend: number | null
  readonly target: number | null
}

export const plansCost = (plan: Plan | null): boolean => Boolean(plan?.spend && plan.target)

/**
 * Null: spend or targets are not planned, or the paid share is unknown.
 * @param brought null: days are missing
 */
export const plannedCost = (plan: Plan | null, preload: PaidTargets | null): PlannedCost | null => {
  if (!plan?.spend || !plan.target || !preload?.paid) return null
  const { month, spend, target } = plan
  return { month, spend, target, brought: preload, cost: (spend / target / preload.paid) * preload.all }
}

export interface BesidePlan {
  /** 0.21 is 21% above the plan. */
  readonly by: number
  readonly is: 'dearer' | 'cheaper' | 'open'
}

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
