import type { Days } from '#/analytics/columns/select.ts'
import { mayMiss } from '#/analytics/columns/unread-days.ts'
import type { MonthForecast } from '#/analytics/evaluation/forecast.ts'

/** A day of a planned month, with all before it. */
export interface PlanDay {
  /** Since 1970. */
  readonly day: number
  /** Null: it is to come. */
  readonly done: number | null
  /** It could not be read. */
  readonly isUnread: boolean
  /** It or a day before it could not be read: what has come is at least this. */
  readonly isPartial: boolean
  readonly plan: number
  /** What the month may have come to by its end; null: it is over, or that waits for days that could not be read. */
  readonly range: { readonly low: number; readonly high: number } | null
  readonly isToday: boolean
}

/** @param view the month's first day, the last that has come, and days that could not be read */
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
