import {
  FORECAST_FIELDS,
  FORECAST_WEEKS,
  forecastDays,
  forecastOf,
  type ForecastField,
} from '#/analytics/evaluation/forecast.ts'
import { daysOfMonth } from '#/analytics/spend/month.ts'
import { spendingOf } from '#/analytics/spend/spending.ts'
import { toDays } from '#/analytics/period.ts'
import { DAY_MINUTES, dayText, weekdayOf } from '#/contract/day.ts'
import type { PlanForecast } from '#/contract/figures/answers.ts'
import type { ForecastQuestion } from '#/contract/figures/questions.ts'
import type { Dataset } from '#/server/metrics/columns/dataset.ts'
import { select } from '#/server/metrics/columns/select.ts'
import { trendOf } from './report.ts'
import { treeOf } from './tables.ts'

const HOURS = 24

/** Contacts of earlier such weekdays by hour, which weigh the rest of a day. */
const usualHours = (data: Dataset, day: number): Record<ForecastField, readonly number[]> => {
  const earlier = select(data, [
    { by: 'weekday', values: [String(weekdayOf(day))] },
    { by: 'day', first: day - FORECAST_WEEKS * 7, last: day - 1 },
  ])
  const rows = treeOf(data, earlier, { levels: ['hour'], won: new Set() })
  const byHour = new Map(rows.map((row) => [row.path[0], row]))
  const of = (field: ForecastField) =>
    Array.from({ length: HOURS }, (_, hour) => byHour.get(String(hour))?.[field] ?? 0)
  return { contacts: of('contacts'), target: of('target') }
}

/**
 * Where the planned month is heading, and what was spent of it; null: no plan.
 * @param data of {@link forecastDays}
 */
export const planForecast = (data: Dataset, { today, now, spend }: ForecastQuestion): PlanForecast | null => {
  const { plan } = spend
  if (plan === null) return null
  const whole = daysOfMonth(plan.month)
  const month = toDays(whole)
  const at = Math.min(today, month.last + 1)
  const moment = now.day === at ? now : { day: at, minute: 0 }
  const counted = forecastDays(plan.month, today)
  const points = trendOf(data, select(data, []), counted, 'day', 0)
  const byDay = new Map(points.map((point) => [point.start, point]))
  const hours = at <= month.last ? usualHours(data, at) : null
  const forecast = (field: ForecastField) =>
    forecastOf((day) => byDay.get(day)?.[field] ?? 0, month, moment, plan[field], hours && hours[field])
  const spending = spendingOf(spend.saved, spend, { from: whole.from, to: dayText(counted.last) }, [], {
    day: dayText(now.day),
    passed: now.minute / DAY_MINUTES,
  })
  return {
    forecasts: Object.fromEntries(
      FORECAST_FIELDS.map((field) => [field, forecast(field)]),
    ) as PlanForecast['forecasts'],
    days: points
      .filter(({ start }) => start >= month.first)
      .map(({ start, contacts, target }) => ({ day: start, contacts, target })),
    spent: spending.parts.reduce((sum, { part }) => sum + part, 0),
  }
}
