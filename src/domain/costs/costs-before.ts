import type { PaidTally } from '#/analytics/evaluation/verdicts.ts'
import type { Spending } from '#/analytics/spend/spending.ts'
import type { DayRange } from '#/contract/day.ts'
import { paidTotalOf } from '#/domain/costs/judged-sources.ts'
import { costsOf, type Asked, type Cost, type CountedDays } from '#/domain/costs/costs.ts'

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

/**
 * Costs of the comparison.
 * @param counted for all its days and each of {@link partlyPaid}
 */
export const costsBefore = (
  spending: Spending,
  asked: Asked,
  counted: readonly CountedDays[],
): CostsBefore => {
  const { of } = costsOf(spending, { ...asked, filters: [] }, true, counted)
  const [all] = counted
  const costs = (all?.rows ?? [])
    .filter(({ path }) => path.length === 1)
    .map((row) => {
      const source = row.path[0] ?? null
      return [source, of(row, [{ by: 'source', values: [source] }])] as const
    })
  return { days: spending.period, paid: paidBySource(costs) }
}
