import { comparedDaysOf, usualComparison } from '#/analytics/compare.ts'
import type { DayRange } from '#/contract/day.ts'

/** What a period is compared with. */
export const COMPARISONS = ['previous', 'months', 'year', 'days', 'none'] as const
export type ComparedWith = (typeof COMPARISONS)[number]

/** A comparison as the overview's address writes it: left out, it is the usual one of the days. */
export interface ComparisonChoice {
  readonly compare?: ComparedWith | undefined
  /** Days of one's own, `YYYY-MM-DD`, both included; only beside `days`. */
  readonly compare_from?: string | undefined
  readonly compare_to?: string | undefined
  /** `1`: compared days move by whole weeks. */
  readonly match_weekdays?: string | undefined
}

/** What is chosen, else what is usual for these days. */
export const comparisonFor = ({ compare }: ComparisonChoice, days: DayRange, today: string): ComparedWith =>
  compare ?? usualComparison(days, today)

/**
 * The days that some are compared with; null: with none.
 * @param period the ready period that the days are: before all time there was nothing
 */
export const comparedWith = (
  days: DayRange,
  choice: ComparisonChoice & { readonly period?: string | undefined },
  today: string,
): DayRange | null => {
  const { compare_from: from, compare_to: to, match_weekdays: matches, period } = choice
  const compare = comparisonFor(choice, days, today)
  if (compare === 'none' || period === 'all') return null
  if (compare === 'days') return from === undefined || to === undefined ? null : { from, to }
  return comparedDaysOf(days, compare, { matchesWeekdays: matches !== undefined, today })
}
