import { addDays, type DayRange } from '#/contract/day.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'

/** Spans of days that move with the calendar. */
export const ROLL_UP_PERIODS = [
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_week',
  'this_month',
  'last_month',
] as const satisfies readonly PeriodPreset[]
export type RollUpPeriod = (typeof ROLL_UP_PERIODS)[number]

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
