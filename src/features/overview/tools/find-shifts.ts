import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import type { HeatCell } from '#/contract/figures/answers.ts'

import { wilson, type RateRange } from '#/analytics/evaluation/wilson.ts'

export interface ExtraHour {
  readonly weekday: number
  readonly hour: number
  readonly missed: number
}

export interface Shifts {
  readonly hours: readonly ExtraHour[]
  readonly missed: number
  readonly answerRate: RateRange | null
  /** Whole callers reached at that rate, with the range that chance leaves. Null: too little data. */
  readonly met: { readonly expected: number; readonly low: number; readonly high: number } | null
}

export type HourOfCalls = Pick<HeatCell, 'weekday' | 'hour' | 'calls' | 'answered' | 'missed_first_time'>

const metOf = (missed: number, { rate, low, high }: RateRange) => ({
  expected: Math.round(missed * rate),
  low: Math.floor(missed * (wilson(missed * low, missed)?.low ?? 0)),
  high: Math.ceil(missed * (wilson(missed * high, missed)?.high ?? 1)),
})

/** A staffed hour answers at least every other call. */
const STAFFED = 0.5

/**
 * Hours whose staffing would have reached the most first-time callers.
 * @param count hours a week that could be staffed
 */
export const findShifts = (hours: readonly HourOfCalls[], count: number): Shifts => {
  const staffed = hours.filter(({ calls, answered }) => calls > 0 && answered / calls >= STAFFED)
  const sum = (pick: (hour: HourOfCalls) => number) => staffed.reduce((total, hour) => total + pick(hour), 0)
  const answerRate = wilson(
    sum(({ answered }) => answered),
    sum(({ calls }) => calls),
  )
  const best = hours
    .filter(({ missed_first_time }) => missed_first_time > 0)
    .toSorted((a, b) => b.missed_first_time - a.missed_first_time || a.weekday - b.weekday || a.hour - b.hour)
    .slice(0, count)
    .map(({ weekday, hour, missed_first_time: missed }) => ({ weekday, hour, missed }))
  const missed = best.reduce((total, hour) => total + hour.missed, 0)
  return {
    hours: best,
    missed,
    answerRate,
    met:
      answerRate === null || missed < TOO_FEW || sum(({ calls }) => calls) < TOO_FEW
        ? null
        : metOf(missed, answerRate),
  }
}
