import type { PaidTally } from '#/analytics/judge/verdicts.ts'
import type { Spending } from '#/analytics/spend/spending.ts'
import type { DayRange } from '#/contract/day.ts'
import { paidTotalOf } from '#/features/overview/panels/sources/rows.ts'
import { costsOf, type Asked, type CountedDays } from './costs.ts'

/** What was paid before, for how many contacts of the days that have spend. */
export interface CostsBefore {
  readonly days: DayRange
  /** Null: nothing was entered for these days. */
  readonly paid: PaidTally | null
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
  const { of, idle } = costsOf(spending, { ...asked, filters: [] }, true, counted)
  const [all] = counted
  const rows = (all?.rows ?? [])
    .filter(({ path }) => path.length === 1)
    .map((row) => ({ ...row, value: row.path[0] ?? null }))
  const costs = rows.map((row) => of(row, [{ by: 'source', values: [row.value] }]))
  return { days: spending.period, paid: paidTotalOf([...costs, ...idle(rows)]) }
}
