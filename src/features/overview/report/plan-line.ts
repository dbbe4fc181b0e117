import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import type { MonthForecast, ForecastField } from '#/analytics/evaluation/forecast.ts'
import { forecastWords, PLANNED_WORDS } from '#/domain/month-plans/plan-labels.ts'
import { formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

/** A month's plan, and how far it has come. */
export interface ReportedPlan {
  readonly plan: MonthPlan
  /** Those that are planned and may be seen. */
  readonly fields: readonly ForecastField[]
  readonly paces: Readonly<Record<ForecastField, MonthForecast>>
  /** What was spent in the month until today. */
  readonly spent: number
  /** The report is narrowed by what narrows no plan. */
  readonly isNarrowed: boolean
}

/** What the page says of the month's plan: each thing that is planned in a few words. */
export const planLineOf = ({ plan, fields, paces, spent, isNarrowed }: ReportedPlan) => {
  const counted = fields.map((field) => {
    const planned = plan[field] ?? 0
    const { range, verdict } = forecastWords(paces[field], planned)
    const done = m.forecast_of({ done: formatNumber(paces[field].done), plan: formatNumber(planned) })
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
