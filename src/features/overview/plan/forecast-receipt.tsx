import type { MonthForecast, ForecastField } from '#/analytics/evaluation/forecast.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { momentLabel } from '#/domain/cells/moment-labels.ts'
import { ReceiptContents } from '#/domain/figures/receipt-contents.tsx'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'
import { formatDays, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { Button } from '#/ui/control/button.tsx'
import { cardLabel } from '#/domain/plan-labels.ts'
import { doneDays, type ForecastView } from './use-forecast.ts'

/** Receipt of "412 of 640, on this pace 590–650". */
export const ForecastReceipt = ({
  field,
  plan,
  forecast,
  view,
  onClose,
}: {
  field: ForecastField
  plan: MonthPlan
  forecast: MonthForecast
  view: ForecastView
  onClose: () => void
}) => {
  const { object, trend_metric } = useAddress('object', 'trend_metric')
  const { objectTitle, replace, filters } = useOverview('objectTitle', 'replace', 'filters')
  const isOver = forecast.band.length === 0
  return (
    <ReceiptContents
      onClose={onClose}
      receipt={{
        title: cardLabel(field, plan.month),
        value: m.forecast_of({ done: formatNumber(forecast.done), plan: formatNumber(plan[field] ?? 0) }),
        definition: m.forecast_definition(),
        formula: isOver
          ? m.forecast_over()
          : m.forecast_formula({
              done: formatNumber(forecast.done),
              low: formatNumber(forecast.low - forecast.done),
              high: formatNumber(forecast.high - forecast.done),
              from: formatNumber(forecast.low),
              to: formatNumber(forecast.high),
            }),
        inputs: [
          {
            label: m.forecast_counted(),
            value: (
              <bdi>
                {[
                  formatDays(doneDays(plan, view)),
                  object === undefined ? m.all_objects() : objectTitle(object),
                ].join(', ')}
              </bdi>
            ),
          },
          ...(isOver
            ? []
            : [
                {
                  label: m.forecast_mark(),
                  value: m.forecast_mark_how({ mark: formatNumber(Math.round(forecast.mark ?? 0)) }),
                },
              ]),
          {
            label: m.forecast_kept(),
            value: (
              <bdi>
                {m.forecast_kept_who({
                  who: plan.who ?? m.annotation_somebody(),
                  at: momentLabel(new Date(plan.at).toISOString()),
                })}
              </bdi>
            ),
          },
        ],
        notes: [
          ...(isOver ? [] : [m.forecast_how()]),
          ...(filters.length === 0 ? [] : [m.forecast_unfiltered()]),
        ],
        actions:
          trend_metric === 'plan' ? undefined : (
            <Button
              onClick={() => {
                replace({ trend_metric: 'plan' })
                onClose()
              }}
            >
              {m.trend_plan()}
            </Button>
          ),
      }}
    />
  )
}
