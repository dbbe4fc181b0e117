import { scatterAround } from './significance.ts'
import { toDays } from '#/analytics/period.ts'
import { daysOfMonth } from '#/analytics/spend/month.ts'
import { DAY_MINUTES, weekdayOf } from '#/contract/day.ts'
import type { PlanField } from '#/contract/month-plans/month-plans.ts'
import type { ClockMoment, Days } from '#/contract/figures/questions.ts'

/** Fields with a plan and a forecast, most important first. */
export const FORECAST_FIELDS = ['target', 'contacts'] as const satisfies readonly PlanField[]
export type ForecastField = (typeof FORECAST_FIELDS)[number]

export const FORECAST_WEEKS = 8
/**
 * The days that a month's forecast is made from: the weeks before `today`, for a past month before its end.
 * @param month `YYYY-MM`
 */
export const forecastDays = (month: string, today: number): Days => {
  const { last } = toDays(daysOfMonth(month))
  const at = Math.min(today, last + 1)
  return { first: at - FORECAST_WEEKS * 7, last: Math.min(at, last) }
}

/** Two-sided 80% of the normal distribution: eight of ten ranges hold. */
const Z = 1.2815515655446004

/** Share of a day that has passed (0 to 1), by its weekday's usual hours; without any, hours weigh equally. */
export const passedOf = (minute: number, hours: readonly number[] | null): number => {
  const all = hours?.reduce((sum, count) => sum + count, 0) ?? 0
  if (hours === null || all === 0) return minute / DAY_MINUTES
  const hour = Math.floor(minute / 60)
  const before = hours.slice(0, hour).reduce((sum, count) => sum + count, 0)
  return (before + ((hours[hour] ?? 0) * (minute % 60)) / 60) / all
}

interface ForecastDay {
  readonly day: number
  readonly low: number
  readonly high: number
}

export interface MonthForecast {
  readonly done: number
  /** Whole numbers; the 80% range of the month's total. */
  readonly low: number
  readonly high: number
  /** Remaining days, today first; empty: the month is over. */
  readonly band: readonly ForecastDay[]
  /** Where an even way to the plan, weighted by weekday, would be now; null: no plan. */
  readonly mark: number | null
  readonly way: readonly number[]
}

/**
 * A month's forecast: each remaining day as its weekday was, with a quasi-Poisson range that is never narrower than Poisson.
 * @param hours of contacts on earlier such weekdays as today; null: today counts as a whole, or is over
 * @param countOn of a day since 1970; null: unknown; each weekday needs two known days
 * @param month first and last day
 * @param now in or after the month
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
    for (let back = 1; back <= FORECAST_WEEKS * 7; back++) {
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

  const left = Array.from({ length: 7 }, () => 0)
  const band: ForecastDay[] = []
  for (let day = now.day; day <= month.last; day++) {
    left[weekdayOf(day)]! += day === now.day ? 1 - passedToday : 1
    let [mean, variance] = [0, 0]
    for (const [weekday, days] of left.entries()) {
      const one = usual[weekday]!
      mean += days * one.mean
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

/** Whether a month's range is entirely above or below its plan. */
export const forecastVerdict = (
  { low, high }: Pick<MonthForecast, 'low' | 'high'>,
  plan: number,
): ForecastVerdict => (low >= plan ? 'ahead' : high < plan ? 'behind' : 'open')
