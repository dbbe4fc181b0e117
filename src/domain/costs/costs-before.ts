import type { PaidTally } from '#/analytics/evaluation/verdicts.ts'
import type { DayRange } from '#/contract/day.ts'
import type { SpendCosts } from '#/contract/figures/answers.ts'
import type { AliasRule } from '#/contract/preferences.ts'
import { paidTotalOf } from '#/domain/costs/evaluated-sources.ts'
import { costsOf, type Cost } from '#/domain/costs/costs.ts'

/** Spend by source, and contacts of days with spend. */
export type PaidBySource = ReadonlyMap<string | null, PaidTally>

export interface CostsBefore {
  readonly days: DayRange
  readonly paid: PaidBySource
}

export const paidBySource = (
  costs: readonly (readonly [source: string | null, cost: Cost])[],
): PaidBySource =>
  new Map(
    costs.flatMap(([source, cost]) => {
      const paid = paidTotalOf([cost])
      return paid === null ? [] : [[source, paid] as const]
    }),
  )

/** Costs of sources paid for in both periods; null: none. */
export const comparedCosts = (now: PaidBySource, before: PaidBySource) => {
  const both = [...now.keys()].filter((source) => before.has(source))
  if (both.length === 0) return null
  const sum = (paid: PaidBySource): PaidTally => {
    const tallies = both.map((source) => paid.get(source)!)
    const of = (name: keyof PaidTally) => tallies.reduce((all, tally) => all + tally[name], 0)
    return { contacts: of('contacts'), target: of('target'), amount: of('amount') }
  }
  return {
    now: sum(now),
    before: sum(before),
    /** No other spend. */
    isAll: both.length === now.size && both.length === before.size,
  }
}

/** Costs of the comparison. @param spent of the compared days, their contacts first */
export const costsBefore = (spent: SpendCosts, countAs: readonly AliasRule[]): CostsBefore => {
  const { of } = costsOf(spent, { countAs, filters: [] }, null)
  const [all] = spent.counted
  const costs = (all?.rows ?? [])
    .filter(({ path }) => path.length === 1)
    .map((row) => {
      const source = row.path[0] ?? null
      return [source, of(row, [{ by: 'source', values: [source] }])] as const
    })
  return { days: spent.period, paid: paidBySource(costs) }
}
