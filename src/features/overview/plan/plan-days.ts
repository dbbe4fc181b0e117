import type { MonthPace } from '#/analytics/judge/pace.ts'

/** A day of a planned month, with all before it. */
export interface PlanDay {
  /** Since 1970. */
  readonly day: number
  /** Null: it is to come. */
  readonly done: number | null
  readonly plan: number
  /** What the month may have come to by its end; null: it is over. */
  readonly range: { readonly low: number; readonly high: number } | null
  readonly isToday: boolean
}

/** @param view the month's first day, and the last that has come */
export const planDays = (
  countOn: (day: number) => number,
  { way, band }: MonthPace,
  { first, until }: { readonly first: number; readonly until: number },
): readonly PlanDay[] => {
  const ranges = new Map(band.map((one) => [one.day, one]))
  let sum = 0
  return way.map((plan, nth) => {
    const day = first + nth
    if (day <= until) sum += countOn(day)
    const range = ranges.get(day) ?? null
    return { day, done: day <= until ? sum : null, plan, range, isToday: range !== null && day === until }
  })
}
