import { useState } from 'react'
import type { MonthForecast, ForecastField } from '#/analytics/evaluation/forecast.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { formatMoney, formatMonth, formatNumber } from '#/i18n/format.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { StaleNotice } from '#/domain/notice/stale-notice.tsx'
import { Button } from '#/ui/control/button.tsx'
import { Choice } from '#/ui/control/choice.tsx'
import { Skeleton } from '#/ui/state/skeleton.tsx'
import { forecastLabel, PLANNED_WORDS } from '#/domain/plan-labels.ts'
import { usePlanDialog } from './plan-dialog.tsx'
import { PlanFailed, PlanWaits } from './plan-failed.tsx'
import { PlanLines, PlanTable } from './plan-lines.tsx'
import { planDays } from './plan-days.ts'
import { useMonthPlan, useForecast, useForecastFields, useShownMonth } from './use-forecast.ts'

export const PlanTrend = ({ isTable }: { isTable: boolean }) => {
  const month = useShownMonth()
  const { plan, isLoadingError, ...query } = useMonthPlan(month)
  const [openDialog, dialog] = usePlanDialog()
  return (
    <>
      {isLoadingError ? (
        <PlanFailed retry={() => void query.refetch()} />
      ) : plan === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <>
          <StaleNotice query={query} className="" />
          <Planned {...{ plan, month, isTable, openDialog }} />
        </>
      )}
      {dialog}
    </>
  )
}

const Planned = ({
  plan,
  month,
  isTable,
  openDialog,
}: {
  plan: MonthPlan | null
  month: string
  isTable: boolean
  openDialog: () => void
}) => {
  const fields = useForecastFields(plan)
  const [chosen, setChosen] = useState<ForecastField | null>(null)
  const field = fields.find((one) => one === chosen) ?? fields[0]
  const spend = plan?.spend ?? null
  const setButton = (
    <Button variant="ghost" icon="target" aria-haspopup="dialog" onClick={openDialog}>
      {field === undefined && spend === null ? m.forecast_set_one() : m.forecast_set()}
    </Button>
  )
  if (plan === null || (field === undefined && spend === null))
    return (
      <div className="grid min-h-40 place-items-center content-center gap-2 text-center text-13 text-text-2">
        {m.forecast_none_long({ month: formatMonth(`${month}-01`) })}
        {setButton}
      </div>
    )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        {fields.length > 1 && field !== undefined ? (
          <Choice
            label={m.forecast_planned()}
            value={field}
            options={fields.map((value) => ({ value, label: PLANNED_WORDS[value]() }))}
            onChange={setChosen}
          />
        ) : (
          <span className="text-12 font-medium">{field && PLANNED_WORDS[field]()}</span>
        )}
        <div className="flex flex-wrap items-center gap-x-4 text-12 text-text-2">
          {field !== undefined && <Legend month={plan.month} />}
          {setButton}
        </div>
      </div>
      {field !== undefined && <OfField plan={plan} field={field} isTable={isTable} />}
      {spend !== null && <Spend plan={plan} planned={spend} />}
    </>
  )
}

const Legend = ({ month }: { month: string }) => (
  <>
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="w-4 border-t-2 border-(--chart-1)" />
      {m.forecast_added_up({ month: formatMonth(`${month}-01`) })}
    </span>
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="w-4 border-t-2 border-dashed border-(--chart-compare)" />
      {m.forecast_set()}
    </span>
    <span className="inline-flex items-center gap-1.5">
      <span
        aria-hidden="true"
        className="h-2.5 w-4 forced-colors:border"
        style={{ background: 'var(--heat-2)' }}
      />
      {m.forecast_on_this()}
    </span>
  </>
)

const OfField = ({ plan, field, isTable }: { plan: MonthPlan; field: ForecastField; isTable: boolean }) => {
  const view = useForecast(plan)
  const { filters } = useOverview('filters')
  const forecast = view.soFar?.[field]
  if (view.isFailed) return <PlanFailed retry={view.retry} />
  if (!forecast) return <Skeleton className="mt-3 h-40" />
  const planned = plan[field] ?? 0
  const days = planDays((day) => view.countOn(field, day), forecast, view)
  return (
    <div className="mt-3 grid gap-2">
      {isTable ? (
        <PlanTable days={days} field={field} />
      ) : (
        <PlanLines days={days} field={field} forecast={forecast} planned={planned} />
      )}
      {view.unread.length > 0 ? (
        <PlanWaits unread={view.unread} retry={view.retry} />
      ) : (
        <Conclusion forecast={forecast} planned={planned} />
      )}
      {filters.length > 0 && <p className="text-12 text-text-3">{m.forecast_unfiltered()}</p>}
    </div>
  )
}

const Conclusion = ({ forecast, planned }: { forecast: MonthForecast; planned: number }) => {
  const { range, verdict, isBehind } = forecastLabel(forecast, planned)
  const { done, mark } = forecast
  const away = Math.round((mark ?? 0) - done)
  return (
    <p className="flex flex-wrap gap-x-3 text-12 text-text-2 tabular-nums">
      <span>
        {forecast.band.length === 0 || mark === null
          ? m.forecast_of({ done: formatNumber(done), plan: formatNumber(planned) })
          : away > 0
            ? m.forecast_under_mark({ done: formatNumber(done), by: formatNumber(away) })
            : m.forecast_over_mark({ done: formatNumber(done), by: formatNumber(-away) })}
      </span>
      <span className="font-strong text-text">{range}</span>
      <span className={isBehind ? 'text-missed' : 'text-text-3'}>{verdict}</span>
    </p>
  )
}

const Spend = ({ plan, planned }: { plan: MonthPlan; planned: number }) => {
  const { spent } = useForecast(plan)
  return spent === undefined ? null : (
    <p className="mt-1 text-12 text-text-2 tabular-nums">
      {m.forecast_spend()}{' '}
      <span className="font-strong text-text">
        {m.forecast_of({ done: formatMoney(Math.round(spent)), plan: formatMoney(planned) })}
      </span>
      , {m.forecast_spend_until()}
    </p>
  )
}
