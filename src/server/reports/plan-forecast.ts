import {
  FORECAST_WEEKS,
  forecastOf,
  type MonthForecast,
  FORECAST_FIELDS,
  type ForecastField,
} from '#/analytics/evaluation/forecast.ts'
import { dayNumber, monthStart, weekdayOf, type DayRange } from '#/contract/day.ts'
import type { HeatCell } from '#/contract/figures/answers.ts'
import type { Filter, Question } from '#/contract/figures/questions.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { LiveReader } from '#/server/live/reading.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { Preferences } from '#/contract/preferences.ts'

/** A month's plan and forecast as of the end of the report's days, or of now where they end today. */
export interface ReportForecast {
  readonly field: ForecastField
  readonly month: string
  readonly planned: number
  readonly pace: MonthForecast
}

/** @returns whether all days could be read */
type ReadDays = (days: { readonly first: number; readonly last: number }) => Promise<boolean>

/**
 * Plan and forecast of the last month, evaluated as on the overview. Null: no visible plan, or missing days.
 * @throws what `read` throws
 */
export const reportForecast = async (
  { archive, monthPlans }: { readonly archive: Archive; readonly monthPlans: Pick<MonthPlans, 'of'> },
  { session, client, hidden }: Pick<LiveReader, 'session' | 'client' | 'hidden'>,
  { object, days, now }: { readonly object: string | null; readonly days: DayRange } & Pick<Question, 'now'>,
  { won_statuses: won = [], count_as: countAs = [] }: Preferences,
  read: ReadDays,
): Promise<ReportForecast | null> => {
  const account = archiveAccount(session.account, client)
  const month = days.to.slice(0, 7)
  const plan = (await monthPlans.of(account)).find((one) => one.month === month && one.oid === object)
  const field = FORECAST_FIELDS.find(
    (one) => plan?.[one] != null && !(one === 'target' && hidden.has('target')),
  )
  const planned = field === undefined ? null : (plan?.[field] ?? null)
  if (field === undefined || planned === null || hidden.has('date')) return null
  const start = `${month}-01`
  const whole = { first: dayNumber(start), last: dayNumber(monthStart(start, 1)) - 1 }
  const last = dayNumber(days.to)
  const isUnderWay = now?.day === last
  const moment = isUnderWay ? now : { day: last + 1, minute: 0 }
  const known = { first: moment.day - FORECAST_WEEKS * 7, last: moment.day - 1 }
  const counted = { ...known, last }
  if (!(await read(counted))) return null
  const count = (filters: readonly Filter[]) =>
    archive.count('report', {
      account,
      oid: object,
      hidden,
      paper: { sets: [], comparedSets: [] },
      asked: {
        filters,
        days: counted,
        comparedDays: null,
        comparedMonths: null,
        bucket: 'day',
        won,
        countAs,
        now: null,
      },
    })
  const { report } = await count([])
  // Today's rest is weighted by hours of its weekday.
  const before = isUnderWay ? await count([{ by: 'day', ...known }]) : null
  const hours = before && hoursOf(before.paper?.heat ?? [], weekdayOf(last), field)
  const points = new Map(report.trend.map((point) => [point.start, point]))
  const countOn = (day: number) => points.get(day)?.[field] ?? 0
  return { field, month, planned, pace: forecastOf(countOn, whole, moment, planned, hours) }
}

const hoursOf = (heat: readonly HeatCell[], weekday: number, field: ForecastField): readonly number[] => {
  const hours = Array.from({ length: 24 }, () => 0)
  for (const cell of heat) if (cell.weekday === weekday) hours[cell.hour]! += cell[field]
  return hours
}
