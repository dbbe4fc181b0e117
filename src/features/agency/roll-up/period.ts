import { addDays, type DayRange } from '#/analytics/period.ts'

/** Spans of days that move with the calendar. */
export const ROLL_UP_PERIODS = [
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_week',
  'this_month',
  'last_month',
] as const
export type RollUpPeriod = (typeof ROLL_UP_PERIODS)[number]

const ymd = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
const monthOf = (today: string, shift: number): DayRange => {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7)) - 1 + shift
  return { from: ymd(year, month, 1), to: ymd(year, month + 1, 0) }
}

/** The days a period means; what has begun ends today. */
export const periodDays = (period: RollUpPeriod, today: string): DayRange => {
  if (period === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  if (period === 'last_7_days') return { from: addDays(today, -6), to: today }
  if (period === 'last_30_days') return { from: addDays(today, -29), to: today }
  if (period === 'this_month') return { from: monthOf(today, 0).from, to: today }
  if (period === 'last_month') return monthOf(today, -1)
  // Weeks begin on Monday in both languages.
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7))
  return { from: addDays(monday, -7), to: addDays(monday, -1) }
}

/** The day it is on the clock of this device: the clients' own clocks are not known before their contacts are. */
export const todayHere = (now: number): string =>
  new Date(now - new Date(now).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

/** Days up to which a line shows each day; longer periods are shown by week, counted from the first day. */
const MOST_DAYS = 31

/** The parts of a period that a small line has a point for. */
export const stepsOf = ({ from, to }: DayRange): DayRange[] => {
  const step = addDays(from, MOST_DAYS) > to ? 1 : 7
  const steps: DayRange[] = []
  for (let first = from; first <= to; first = addDays(first, step)) {
    const last = addDays(first, step - 1)
    steps.push({ from: first, to: last < to ? last : to })
  }
  return steps
}
