import { scatterAround } from './significance.ts'
import { weekdayOf } from '#/contract/day.ts'
import type { PlanField } from '#/contract/month-plans/month-plans.ts'
import type { ClockMoment, Days } from '#/analytics/columns/select.ts'

/** What is planned and counted by day: what matters most first. */
export const PACED_FIELDS = ['target', 'contacts'] as const satisfies readonly PlanField[]
export type PacedField = (typeof PACED_FIELDS)[number]

/** Each weekday is told by its last so many. */
export const PACE_WEEKS = 8
/** Two-sided 80% of the normal distribution: of ten such ranges eight hold what comes. */
const Z = 1.2815515655446004
const DAY_MINUTES = 24 * 60

/**
 * How much of a day has passed, 0 to 1, by the hours at which contacts usually come on its weekday; where none ever came, all
 * hours weigh the same.
 */
export const passedOf = (minute: number, hours: readonly number[] | null): number => {
  const all = hours?.reduce((sum, count) => sum + count, 0) ?? 0
  if (hours === null || all === 0) return minute / DAY_MINUTES
  const hour = Math.floor(minute / 60)
  const before = hours.slice(0, hour).reduce((sum, count) => sum + count, 0)
  return (before + ((hours[hour] ?? 0) * (minute % 60)) / 60) / all
}

/** What a day of the month may come to, added up from the month's first day. */
interface ForecastDay {
  readonly day: number
  readonly low: number
  readonly high: number
}

export interface MonthForecast {
  /** Of the month until now. */
  readonly done: number
  /** Whole numbers; the month's end lies between them, as far as it goes on as in the last weeks. */
  readonly low: number
  readonly high: number
  /** Of the days that are not over, today first; none: the month is over. */
  readonly band: readonly ForecastDay[]
  /** What an even way to the plan would have come to by now, each weekday with its usual part; null: nothing is planned. */
  readonly mark: number | null
  /** That way added up to each day's end, from the month's first day on; empty: nothing is planned. */
  readonly way: readonly number[]
}

/**
 * What a month comes to if it goes on as in the last weeks: each day that is left as its weekday was, with the range that
 * days leave that scatter around their weekday (quasi-Poisson), never less than chance alone would.
 * @param hours when contacts came on the last such weekdays as today, by hour; null: today is left as a whole, or over
 * @param countOn of a day, days since 1970; null: it is not known, and there must be two of each weekday that are
 * @param month its first and its last day
 * @param now whose day is in the month, or after it
 */
export const forecastOf = (
  countOn: (day: number) => number | null,
  month: Days,
  now: Pick<ClockMoment, 'day' | 'minute'>,
  plan: number | null,
  hours: readonly number[] | null = null,
): MonthForecast => {
  const byWeekday = Array.from({ length: 7 }, (_, weekday) => {
    const counts: number[] = []
    for (let back = 1; back <= PACE_WEEKS * 7; back++) {
      const count = weekdayOf(now.day - back) === weekday ? countOn(now.day - back) : null
      if (count !== null) counts.push(count)
    }
    return { counts, mean: counts.reduce((sum, count) => sum + count, 0) / counts.length }
  })
  const scatter = scatterAround(byWeekday)
  const usual = byWeekday.map(({ counts, mean }) => ({
    mean,
    variance: Math.max(scatter * mean, 1 / counts.length),
    weeks: counts.length,
  }))
  const passedToday = passedOf(now.minute, hours)
  let done = 0
  for (let day = month.first; day <= Math.min(month.last, now.day); day++) done += countOn(day) ?? 0

  /** Days of each weekday that are left, today as far as it is. */
  const left = Array.from({ length: 7 }, () => 0)
  const band: ForecastDay[] = []
  for (let day = now.day; day <= month.last; day++) {
    left[weekdayOf(day)]! += day === now.day ? 1 - passedToday : 1
    let [mean, variance] = [0, 0]
    for (const [weekday, days] of left.entries()) {
      const one = usual[weekday]!
      mean += days * one.mean
      // What these days bring, and how well the mean is known.
      variance += days * one.variance + (days ** 2 * one.variance) / one.weeks
    }
    const spread = Z * Math.sqrt(variance)
    const low = Math.max(done, Math.floor(done + mean - spread))
    band.push({ day, low, high: Math.max(low + 1, Math.ceil(done + mean + spread)) })
  }
  const end = band.at(-1)
  let [passed, whole] = [0, 0]
  const sums: number[] = []
  for (let day = month.first; day <= month.last; day++) {
    // Where nothing ever came all days weigh the same.
    const weight = usual[weekdayOf(day)]!.mean || Number.EPSILON
    whole += weight
    passed += day < now.day ? weight : day === now.day ? weight * passedToday : 0
    sums.push(whole)
  }
  return {
    done,
    low: end?.low ?? done,
    high: end?.high ?? done,
    band,
    mark: plan === null ? null : (plan * passed) / whole,
    way: plan === null ? [] : sums.map((sum) => (plan * sum) / whole),
  }
}

export type ForecastVerdict = 'ahead' | 'behind' | 'open'

/** Whether the range of a month lies on one side of its plan. */
export const forecastVerdict = (
  { low, high }: Pick<MonthForecast, 'low' | 'high'>,
  plan: number,
): ForecastVerdict => (low >= plan ? 'ahead' : high < plan ? 'behind' : 'open')
