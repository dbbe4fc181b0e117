import type { Days } from '#/contract/figures/questions.ts'
import { mayMiss } from '#/analytics/days.ts'
import type { MonthForecast } from '#/analytics/evaluation/forecast.ts'

export interface PlanDay {
  readonly day: number
  readonly done: number | null
  /** Failed to load. */
  readonly isUnread: boolean
  /** This or an earlier day failed to load: the total is a lower bound. */
  readonly isPartial: boolean
  readonly plan: number
  /** Forecast of the month's total; null: it is over, or days failed to load. */
  readonly range: { readonly low: number; readonly high: number } | null
  readonly isToday: boolean
}

/** @param view first day, last day with data, and unread days */
export const planDays = (
  countOn: (day: number) => number,
  { way, band }: MonthForecast,
  {
    first,
    until,
    unread,
  }: { readonly first: number; readonly until: number; readonly unread: readonly Days[] },
): readonly PlanDay[] => {
  const ranges = new Map(band.map((one) => [one.day, one]))
  let sum = 0
  return way.map((plan, nth) => {
    const day = first + nth
    if (day <= until) sum += countOn(day)
    const range = ranges.get(day) ?? null
    return {
      day,
      done: day <= until ? sum : null,
      isUnread: day <= until && mayMiss(unread, { first: day, last: day }),
      isPartial: day <= until && mayMiss(unread, { first, last: day }),
      plan,
      range: unread.length === 0 ? range : null,
      isToday: range !== null && day === until,
    }
  })
}
