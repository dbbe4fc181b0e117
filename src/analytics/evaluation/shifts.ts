import { TOO_FEW } from './verdicts.ts'
import type { HeatCell } from '#/analytics/figures/report.ts'

import { wilson, type RateRange } from './wilson.ts'

/** An hour of the week in which more people at the phones would have met first-time callers. */
export interface ExtraHour {
  /** 0 is Monday. */
  readonly weekday: number
  /** 0 to 23. */
  readonly hour: number
  /** First-time callers whose call was missed in that hour, over the whole period. */
  readonly missed: number
}

export interface Shifts {
  /** The most missed first-time callers first. */
  readonly hours: readonly ExtraHour[]
  /** First-time callers that these hours have missed together. */
  readonly missed: number
  /** How often a call is answered where phones are staffed; null: no calls at all. */
  readonly answerRate: RateRange | null
  /**
   * How many of them would have been met at that rate: whole callers, and as far as chance leaves it, of the rate as of
   * so few callers. Null: too few callers or calls to say it.
   */
  readonly met: { readonly expected: number; readonly low: number; readonly high: number } | null
}

/** What shifts are made of. */
export type HourOfCalls = Pick<HeatCell, 'weekday' | 'hour' | 'calls' | 'answered' | 'missed_first_time'>

const metOf = (missed: number, { rate, low, high }: RateRange) => ({
  expected: Math.round(missed * rate),
  low: Math.floor(missed * (wilson(missed * low, missed)?.low ?? 0)),
  high: Math.ceil(missed * (wilson(missed * high, missed)?.high ?? 1)),
})

/** An hour counts as staffed when at least every other call is answered. */
const STAFFED = 0.5

/**
 * Which extra hours would have met the most first-time callers.
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
