import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import type { MonthForecast, ForecastField } from '#/analytics/evaluation/forecast.ts'
import { forecastLabel, PLANNED_WORDS } from '#/domain/plan-labels.ts'
import { formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export interface ReportedPlan {
  readonly plan: MonthPlan
  readonly fields: readonly ForecastField[]
  readonly forecasts: Readonly<Record<ForecastField, MonthForecast>>
  readonly spent: number
  readonly isNarrowed: boolean
}

export const planLineOf = ({ plan, fields, forecasts, spent, isNarrowed }: ReportedPlan) => {
  const counted = fields.map((field) => {
    const planned = plan[field] ?? 0
    const { range, verdict } = forecastLabel(forecasts[field], planned)
    const done = m.forecast_of({ done: formatNumber(forecasts[field].done), plan: formatNumber(planned) })
    return { name: PLANNED_WORDS[field](), done, how: `${range}, ${verdict}` }
  })
  const paid =
    plan.spend === null
      ? []
      : [
          {
            name: PLANNED_WORDS.spend(),
            done: m.forecast_of({ done: formatMoney(Math.round(spent)), plan: formatMoney(plan.spend) }),
            how: m.forecast_spend_until(),
          },
        ]
  const parts = [...counted, ...paid]
  return parts.length === 0
    ? null
    : {
        title: m.report_plan({ month: formatMonth(`${plan.month}-01`) }),
        parts,
        note: isNarrowed && counted.length > 0 ? m.forecast_unfiltered() : null,
      }
}
