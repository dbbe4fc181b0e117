import type { PaidTally } from '#/analytics/evaluation/verdicts.ts'
import type { Spending } from '#/analytics/spend/spending.ts'
import type { DayRange } from '#/contract/day.ts'
import { paidTotalOf } from '#/domain/costs/judged-sources.ts'
import { costsOf, type Asked, type Cost, type CountedDays } from '#/domain/costs/costs.ts'

/** What was paid by source, for how many contacts of the days that have spend; sources without spend are not in it. */
export type PaidBySource = ReadonlyMap<string | null, PaidTally>

/** What was paid before. */
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

/** What sources that were paid for in both periods cost then and now; null: there are none. */
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
    /** Nothing else was paid for. */
    isAll: both.length === now.size && both.length === before.size,
  }
}

/**
 * What all contacts of the comparison cost.
 * @param counted of all its days, and of each of the sets of {@link partlyPaid}
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
