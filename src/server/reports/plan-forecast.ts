import {
  FORECAST_FIELDS,
  forecastDays,
  type ForecastField,
  type MonthForecast,
} from '#/analytics/evaluation/forecast.ts'
import { dayNumber, type DayRange } from '#/contract/day.ts'
import type { Days, Question, SpendRules } from '#/contract/figures/questions.ts'
import type { AskReport } from './questions.ts'

/** A month's plan and forecast as of the end of the report's days, or of now where they end today. */
export interface ReportForecast {
  readonly field: ForecastField
  readonly month: string
  readonly planned: number
  readonly forecast: MonthForecast
}

/**
 * Plan and forecast of the last month, evaluated as on the overview. Null: no visible plan, or missing days.
 * @param isRead whether some days are complete
 * @throws what both functions throw
 */
export const reportForecast = async (
  ask: AskReport,
  {
    days,
    now,
    hidden,
  }: { readonly days: DayRange; readonly hidden: ReadonlySet<string> } & Pick<Question, 'now'>,
  { plan }: Pick<SpendRules, 'plan'>,
  isRead: (days: Days) => Promise<boolean>,
): Promise<ReportForecast | null> => {
  const field = FORECAST_FIELDS.find((one) => plan?.[one] != null)
  const planned = field === undefined ? null : (plan?.[field] ?? null)
  if (plan === null || field === undefined || planned === null || hidden.has('date')) return null
  const last = dayNumber(days.to)
  const today = now?.day === last ? last : last + 1
  const counted = forecastDays(plan.month, today)
  if (!(await isRead(counted))) return null
  const forecast = await ask('forecast', { filters: [], days: counted, today }, { days: counted })
  return forecast && { field, month: plan.month, planned, forecast: forecast.forecasts[field] }
}
