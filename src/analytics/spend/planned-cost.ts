import type { CostRange } from './cost.ts'

/** Of so many last days it is counted what part of the target contacts paid sources bring. */
export const SHARE_DAYS = 60

/** Target contacts of the last days. */
export interface PaidTargets {
  /** Those of sources that something was paid for. */
  readonly paid: number
  readonly all: number
}

/** What a target contact of a paid source may cost by the plan of a month, whose target contacts free sources bring too. */
export interface PlannedCost {
  /** `YYYY-MM` */
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

/** Whether spend and target contacts are both planned. */
export const plansCost = (plan: Plan | undefined): boolean => Boolean(plan?.spend && plan.target)

/**
 * Null: spend and target contacts are not both planned, or it is not known what part of them is paid for.
 * @param brought null: the last days are not all read
 */
export const plannedCost = (plan: Plan | undefined, brought: PaidTargets | null): PlannedCost | null => {
  if (!plan?.spend || !plan.target || !brought?.paid) return null
  const { month, spend, target } = plan
  return { month, spend, target, brought, cost: (spend / target / brought.paid) * brought.all }
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
