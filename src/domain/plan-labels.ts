import type { PlanField } from '#/contract/month-plans/month-plans.ts'
import { forecastVerdict, type MonthForecast } from '#/analytics/evaluation/forecast.ts'
import { formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'

export const PLANNED_WORDS = {
  contacts: m.forecast_contacts,
  target: m.forecast_target,
  spend: m.forecast_spend,
} as const satisfies Record<PlanField, () => string>

const CARD_WORDS = {
  contacts: m.forecast_card_contacts,
  target: m.forecast_card_target,
  spend: m.forecast_card_spend,
} as const satisfies Record<PlanField, (inputs: { month: string }) => string>

/** "Plan, target contacts in Nov 2026" @param month `YYYY-MM` */
export const cardLabel = (field: PlanField, month: string): string =>
  CARD_WORDS[field]({ month: formatMonth(`${month}-01`) })

const VERDICT_WORDS = { ahead: m.forecast_ahead, behind: m.forecast_behind, open: m.forecast_open } as const

/** The month's forecast or result, and its tone. */
export const forecastLabel = (forecast: MonthForecast, planned: number) => {
  const verdict = forecastVerdict(forecast, planned)
  const isOver = forecast.band.length === 0
  return {
    range: isOver
      ? m.forecast_over()
      : m.forecast_range({ low: formatNumber(forecast.low), high: formatNumber(forecast.high) }),
    verdict: !isOver
      ? VERDICT_WORDS[verdict]()
      : verdict === 'ahead'
        ? m.forecast_met()
        : m.forecast_short({ by: formatNumber(planned - forecast.done) }),
    isBehind: verdict === 'behind',
  }
}
