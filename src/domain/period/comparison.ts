import { comparedDaysOf, usualComparison } from '#/analytics/compare.ts'
import type { DayRange } from '#/contract/day.ts'

export const COMPARISONS = ['previous', 'months', 'year', 'days', 'none'] as const
export type ComparedWith = (typeof COMPARISONS)[number]

/** A comparison in an address; absent: default. */
export interface ComparisonChoice {
  readonly compare?: ComparedWith | undefined
  readonly compare_from?: string | undefined
  readonly compare_to?: string | undefined
  /** `1`: shift compared days by whole weeks. */
  readonly match_weekdays?: string | undefined
}

export const comparisonFor = ({ compare }: ComparisonChoice, days: DayRange, today: string): ComparedWith =>
  compare ?? usualComparison(days, today)

/**
 * Compared days; null: none.
 * @param period all time has none
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
