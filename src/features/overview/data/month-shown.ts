import type { DayRange } from '#/contract/day.ts'

/** Month of the period's end, `YYYY-MM`, no later than the current one. */
export const monthShown = ({ today, days }: { readonly today: string; readonly days: DayRange }): string =>
  (days.to < today ? days.to : today).slice(0, 7)
