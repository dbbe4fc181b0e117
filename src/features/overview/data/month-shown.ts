import type { DayRange } from '#/contract/day.ts'

/** The month that a period ends in, `YYYY-MM`: no later one than this. */
export const monthShown = ({ today, days }: { readonly today: string; readonly days: DayRange }): string =>
  (days.to < today ? days.to : today).slice(0, 7)
