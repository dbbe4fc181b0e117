import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  forecastOf,
  FORECAST_WEEKS,
  type MonthForecast,
  FORECAST_FIELDS,
  type ForecastField,
} from '#/analytics/evaluation/forecast.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import { monthPlansQuery } from '#/features/overview/data/planned-months.ts'
import { dayNumber, dayText, monthStart, weekdayOf } from '#/contract/day.ts'
import type { MonthPlan } from '#/contract/month-plans/month-plans.ts'
import type { Days } from '#/contract/figures/questions.ts'
import { failedDays, hasNothing, isOwnSettled } from '#/domain/figures/unread-days.ts'
import { useFiguresReading } from '#/domain/figures/use-reading.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { monthShown } from '#/features/overview/data/month-shown.ts'
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

export const useShownMonth = (): string => monthShown(useOverview('today', 'days'))

/** Fields with targets that are visible, most important first. */
export const useForecastFields = (plan: MonthPlan | null): readonly ForecastField[] => {
  const hidden = useHidden()
  return FORECAST_FIELDS.filter(
    (field) => plan?.[field] != null && !(field === 'target' && hidden.metric('target_rate')),
  )
}

export interface ForecastView {
  /** Undefined: incomplete. */
  readonly paces: Readonly<Record<ForecastField, MonthForecast>> | undefined
  /** As far as loaded: enough for the chart, not for a forecast. */
  readonly soFar: Readonly<Record<ForecastField, MonthForecast>> | undefined
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
  const { today, loadedAt } = useOverview('today', 'loadedAt')
  const { object = null } = useAddress('object')
  const start = `${plan.month}-01`
  const month = { first: dayNumber(start), last: dayNumber(monthStart(start, 1)) - 1 }
  // For a past month, the weeks before its end are the baseline.
  const at = Math.min(dayNumber(today), month.last + 1)
  const until = Math.min(at, month.last)
  const job = useMemo(
    (): FiguresJob => ({
      scope: { principal, client },
      oid: object,
      days: { first: at - FORECAST_WEEKS * 7, last: until },
      comparedDays: null,
    }),
    [principal, client, object, at, until],
  )
  const { state, failure, retry } = useFiguresReading(job, loadedAt !== null)
  const unread = state === null || hasNothing(state) ? NO_DAYS : failedDays(state)
  const hasEnded = state !== null && (state.is === 'loaded' || unread.length > 0)
  const { data, state: counted } = useFigures(
    job,
    'report',
    'pace',
    hasEnded ? { filters: [], days: job.days, comparedDays: null, bucket: 'day', won: [] } : null,
  )
  // Today's rest is weighted by hours of its weekday.
  const isUnderWay = at <= month.last
  const usualHours = useFigures(
    job,
    'tree',
    'pace hours',
    hasEnded && isUnderWay
      ? {
          filters: [
            { by: 'weekday', values: [String(weekdayOf(at))] },
            { by: 'day', first: job.days.first, last: at - 1 },
          ],
          levels: ['hour'],
          won: [],
        }
      : null,
  )
  const byHour = new Map((usualHours.data ?? []).map((row) => [row.path[0], row]))
  const hoursOf = (field: ForecastField) =>
    isUnderWay ? Array.from({ length: 24 }, (_, hour) => byHour.get(String(hour))?.[field] ?? 0) : null
  const points = new Map((data?.trend ?? []).map((point) => [point.start, point]))
  const countOn = (field: ForecastField, day: number) => points.get(day)?.[field] ?? 0
  const now = at > month.last ? { day: at, minute: 0 } : counted?.now
  const pace = (field: ForecastField) =>
    forecastOf((day) => countOn(field, day), month, now!, plan[field], hoursOf(field))
  const isHere =
    hasEnded && data !== undefined && now !== undefined && (usualHours.data !== undefined || !isUnderWay)
  const soFar = isHere ? { contacts: pace('contacts'), target: pace('target') } : undefined
  return {
    paces: state !== null && isOwnSettled(state) ? soFar : undefined,
    soFar,
    unread,
    countOn,
    first: month.first,
    until,
    isFailed:
      usualHours.isError ||
      (unread.length === 0 && (failure !== null || (state !== null && failedDays(state).length > 0))),
    retry: () => {
      retry()
      if (usualHours.isError) void usualHours.refetch()
    },
  }
}

/** From the month's first day to the last with data. */
export const doneDays = (plan: MonthPlan, { until }: Pick<ForecastView, 'until'>) => ({
  from: `${plan.month}-01`,
  to: dayText(until),
})
