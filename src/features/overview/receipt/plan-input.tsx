import type { ForecastField } from '#/analytics/evaluation/forecast.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { cardLabel, forecastLabel } from '#/domain/plan-labels.ts'
import type { Receipt } from '#/domain/figures/receipt.tsx'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { planWaitsLabel } from '#/features/overview/plan/plan-failed.tsx'
import {
  useMonthPlan,
  useForecast,
  useForecastFields,
  useShownMonth,
} from '#/features/overview/plan/use-forecast.ts'
import { formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { FigureProps } from './figure-button.tsx'

const NO_FILTERS: readonly Filter[] = []

type ReceiptInput = Receipt['inputs'][number]

const PLANNED_OF: Partial<Record<FigureProps['metric'], ForecastField>> = {
  contacts: 'contacts',
  target: 'target',
  target_rate: 'target',
}

/** Target of a figure for the month of the period's end; null: none or unknown. */
export const usePlanInput = ({ metric, filters = NO_FILTERS }: FigureProps): ReceiptInput | null => {
  const { plan } = useMonthPlan(useShownMonth())
  const fields = useForecastFields(plan ?? null)
  const field = fields.find((one) => one === PLANNED_OF[metric])
  // Targets are for all contacts, not for parts.
  if (!plan || field === undefined || filters.length > 0) return null
  return { label: cardLabel(field, plan.month), value: <PlanOf plan={plan} field={field} /> }
}

/** "412 of 640 until now. On this pace 590–650, may fall short" */
const PlanOf = ({ plan, field }: { plan: MonthPlan; field: ForecastField }) => {
  const { forecasts, isFailed, unread } = useForecast(plan)
  const { filters } = useOverview('filters')
  const planned = plan[field] ?? 0
  if (isFailed || forecasts === undefined)
    return (
      <>
        {formatNumber(planned)}
        <span className="block text-text-3">
          {isFailed ? m.forecast_failed() : unread.length > 0 ? planWaitsLabel(unread) : m.loading()}
        </span>
      </>
    )
  const { range, verdict } = forecastLabel(forecasts[field], planned)
  return (
    <>
      {m.forecast_of({ done: formatNumber(forecasts[field].done), plan: formatNumber(planned) })}
      <span className="block text-text-3">{`${range}, ${verdict}`}</span>
      {filters.length > 0 && <span className="block text-text-3">{m.forecast_unfiltered()}</span>}
    </>
  )
}
