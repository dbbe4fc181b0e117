import type { ReactNode } from 'react'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { ReceiptPopover } from '#/domain/figures/receipt.tsx'
import { formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { Button } from '#/ui/control/button.tsx'
import { ShareBar } from '#/ui/chart/share-bar.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import type { ForecastField } from '#/analytics/evaluation/forecast.ts'
import { cardLabel, forecastLabel } from '#/domain/plan-labels.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { ForecastReceipt } from './forecast-receipt.tsx'
import { usePlanDialog } from './plan-dialog.tsx'
import { PlanFailed, PlanWaits } from './plan-failed.tsx'
import { useMonthPlan, useForecast, useForecastFields, useShownMonth } from './use-forecast.ts'

/** The month of the period's end against its plan, or a link to make one. */
export const ForecastCard = () => {
  const month = useShownMonth()
  const { plan, isLoadingError, ...query } = useMonthPlan(month)
  const [openDialog, dialog] = usePlanDialog()
  const { filters } = useOverview('filters')
  return (
    <>
      {isLoadingError ? (
        <PlanFailed retry={() => void query.refetch()} />
      ) : plan === undefined ? (
        <Awaited title={m.forecast_card()} />
      ) : (
        <>
          <StaleNotice query={query} className="" />
          <Planned plan={plan}>
            <None month={month} onSet={openDialog} />
          </Planned>
        </>
      )}
      {plan && filters.length > 0 && <p className="text-12 text-text-3">{m.forecast_unfiltered()}</p>}
      {dialog}
    </>
  )
}

const None = ({ month, onSet }: { month: string; onSet: () => void }) => (
  <div className="grid content-start justify-items-start gap-1">
    <span className="text-13 text-text-2">{m.forecast_card()}</span>
    <span className="text-12 text-text-3">{m.forecast_none({ month: formatMonth(`${month}-01`) })}</span>
    <Button variant="ghost" icon="target" aria-haspopup="dialog" className="-ml-2" onClick={onSet}>
      {m.forecast_set_one()}
    </Button>
  </div>
)

const Awaited = ({ title }: { title: string }) => (
  <div className="grid content-start gap-3">
    <span className="text-13 text-text-2">{title}</span>
    <Skeleton width="md" className="h-5" />
    <Skeleton width="sm" />
  </div>
)

/** @param children shown if there is no visible plan */
const Planned = ({ plan, children }: { plan: MonthPlan | null; children: ReactNode }) => {
  const [field] = useForecastFields(plan)
  if (plan && field !== undefined) return <Paced plan={plan} field={field} />
  return plan?.spend == null ? children : <Spend plan={plan} planned={plan.spend} />
}

const Paced = ({ plan, field }: { plan: MonthPlan; field: ForecastField }) => {
  const view = useForecast(plan)
  const forecast = view.forecasts?.[field]
  if (view.isFailed) return <PlanFailed retry={view.retry} />
  if (view.unread.length > 0)
    return (
      <div className="grid content-start gap-1">
        <span className="text-13 text-text-2">{cardLabel(field, plan.month)}</span>
        <PlanWaits unread={view.unread} retry={view.retry} />
      </div>
    )
  if (!forecast) return <Awaited title={cardLabel(field, plan.month)} />
  const planned = plan[field] ?? 0
  const { range, verdict, isBehind } = forecastLabel(forecast, planned)
  return (
    <>
      <ReceiptPopover
        renderContents={(close) => (
          <ForecastReceipt field={field} plan={plan} forecast={forecast} view={view} onClose={close} />
        )}
        renderTrigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            className="group block w-full cursor-default rounded-1 text-left tabular-nums"
          >
            <span className="block truncate text-13 text-text-2 decoration-accent underline-offset-4 group-hover:text-accent group-hover:underline group-aria-expanded:text-accent group-aria-expanded:underline">
              {cardLabel(field, plan.month)}
            </span>{' '}
            <Figure
              done={formatNumber(forecast.done)}
              planned={formatNumber(planned)}
              share={planned === 0 ? 1 : forecast.done / planned}
              mark={forecast.band.length === 0 || planned === 0 ? null : (forecast.mark ?? 0) / planned}
            />
          </button>
        )}
      />
      <p className="flex flex-wrap content-start gap-x-2 text-12 leading-5 text-text-2 tabular-nums">
        <span>{range}</span>
        <span className={isBehind ? 'rounded-1 bg-missed-soft px-1 text-missed' : 'text-text-3'}>
          {verdict}
        </span>
      </p>
    </>
  )
}

/** "412 of 640", with a bar and a tick for today's share. */
const Figure = ({
  done,
  planned,
  share,
  mark,
}: {
  done: string
  planned: string
  share: number
  mark: number | null
}) => (
  <span className="flex items-center gap-4">
    <span className="whitespace-nowrap">
      <span className="text-28 font-semibold">{done}</span>{' '}
      <span className="text-14 text-text-3">{m.forecast_of_plan({ plan: planned })}</span>
    </span>
    <span className="relative grid min-w-8 grow">
      <ShareBar share={share} />
      {mark !== null && (
        <span
          aria-hidden="true"
          className="absolute bg-text forced-colors:bg-[CanvasText]"
          style={{ inset: '-4px auto -4px 0', width: 2, left: `${Math.min(Math.max(mark, 0), 1) * 100}%` }}
        />
      )}
    </span>
  </span>
)

const Spend = ({ plan, planned }: { plan: MonthPlan; planned: number }) => {
  const { spent, isFailed, retry } = useForecast(plan)
  if (isFailed) return <PlanFailed retry={retry} />
  if (spent === undefined) return <Awaited title={cardLabel('spend', plan.month)} />
  return (
    <div className="tabular-nums">
      <span className="block truncate text-13 text-text-2">{cardLabel('spend', plan.month)}</span>
      <Figure
        done={formatMoney(Math.round(spent))}
        planned={formatMoney(planned)}
        share={planned === 0 ? 1 : spent / planned}
        mark={null}
      />
      <p className="text-12 leading-5 text-text-3">{m.forecast_spend_until()}</p>
    </div>
  )
}
