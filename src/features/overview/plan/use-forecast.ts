import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FORECAST_FIELDS, forecastDays, type ForecastField } from '#/analytics/evaluation/forecast.ts'
import { toDays } from '#/analytics/period.ts'
import { daysOfMonth, monthShown } from '#/analytics/spend/month.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import type { PlanForecast } from '#/contract/figures/answers.ts'
import type { Days } from '#/contract/figures/questions.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import { failedDays, hasNothing, isOwnSettled } from '#/domain/figures/unread-days.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { useFiguresReading } from '#/domain/figures/use-reading.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { monthPlansQuery } from '#/features/overview/data/planned-months.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useAddress, useOverview } from '#/features/overview/data/use-overview.ts'

/** Targets of a month in this scope; null: none; undefined: loading. */
export const useMonthPlan = (month: string) => {
  const { scope } = useSignedIn()
  const { object = null } = useAddress('object')
  const query = useQuery(monthPlansQuery(scope))
  const plan = query.data?.find((one) => one.month === month && one.oid === object)
  return { ...query, plan: query.data && (plan ?? null) }
}

export const useShownMonth = (): string => {
  const { days, today } = useOverview('days', 'today')
  return monthShown(days.to, today)
}

/** Fields with targets that are visible, most important first. */
export const useForecastFields = (plan: MonthPlan | null): readonly ForecastField[] => {
  const hidden = useHidden()
  return FORECAST_FIELDS.filter(
    (field) => plan?.[field] != null && !(field === 'target' && hidden.metric('target_rate')),
  )
}

type Forecasts = PlanForecast['forecasts']

export interface ForecastView {
  /** Undefined: incomplete. */
  readonly forecasts: Forecasts | undefined
  /** As far as loaded: enough for the chart, not for a forecast. */
  readonly soFar: Forecasts | undefined
  /** Until today; undefined: not counted yet. */
  readonly spent: number | undefined
  /** Unread days that the forecast waits for. */
  readonly unread: readonly Days[]
  /** By day until today or the month's end. */
  readonly countOn: (field: ForecastField, day: number) => number
  /** First day of the month and last day with data. */
  readonly first: number
  readonly until: number
  readonly isFailed: boolean
  readonly retry: () => void
}

const NO_DAYS: readonly Days[] = []

/** Forecast of a month: loads the recent weeks once the overview's period has loaded. */
export const useForecast = (plan: MonthPlan): ForecastView => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const { today: day, loadedAt } = useOverview('today', 'loadedAt')
  const { object = null } = useAddress('object')
  const today = dayNumber(day)
  const month = toDays(daysOfMonth(plan.month))
  const days = useMemo(() => forecastDays(plan.month, today), [plan.month, today])
  const job = useMemo(
    (): FiguresJob => ({ scope: { principal, client }, oid: object, days, comparedDays: null }),
    [principal, client, object, days],
  )
  const { state, failure, retry } = useFiguresReading(job, loadedAt !== null)
  const unread = state === null || hasNothing(state) ? NO_DAYS : failedDays(state)
  const hasEnded = state !== null && (state.is === 'loaded' || unread.length > 0)
  const { data, isError, refetch } = useFigures(
    job,
    'forecast',
    null,
    hasEnded ? { filters: [], days, today } : null,
  )
  const counts = useMemo(() => new Map(data?.days.map((one) => [one.day, one])), [data])
  return {
    forecasts: state !== null && isOwnSettled(state) ? data?.forecasts : undefined,
    soFar: data?.forecasts,
    spent: data?.spent,
    unread,
    countOn: (field, on) => counts.get(on)?.[field] ?? 0,
    first: month.first,
    until: days.last,
    isFailed:
      isError ||
      (unread.length === 0 && (failure !== null || (state !== null && failedDays(state).length > 0))),
    retry: () => {
      retry()
      if (isError) void refetch()
    },
  }
}

/** From the month's first day to the last with data. */
export const doneDays = (plan: MonthPlan, { until }: Pick<ForecastView, 'until'>) => ({
  from: `${plan.month}-01`,
  to: dayText(until),
})
