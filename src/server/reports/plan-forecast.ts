import {
  FORECAST_WEEKS,
  forecastOf,
  type MonthForecast,
  FORECAST_FIELDS,
  type ForecastField,
} from '#/analytics/evaluation/forecast.ts'
import { dayNumber, monthStart, type DayRange } from '#/contract/day.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { archiveAccount } from '#/server/session/names.ts'
import type { LiveReader } from '#/server/live/reading.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { Preferences } from '#/contract/preferences.ts'

/** A month's plan and forecast as of the end of the report's days. */
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
  { object, days }: { readonly object: string | null; readonly days: DayRange },
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
  // The first incomplete day, as far as the report knows.
  const at = dayNumber(days.to) + 1
  const counted = { first: at - FORECAST_WEEKS * 7, last: at - 1 }
  if (!(await read(counted))) return null
  const { report } = await archive.count('report', {
    account,
    oid: object,
    hidden,
    asked: {
      filters: [],
      days: counted,
      comparedDays: null,
      comparedMonths: null,
      bucket: 'day',
      won,
      countAs,
      now: null,
    },
  })
  const points = new Map(report.trend.map((point) => [point.start, point]))
  const countOn = (day: number) => points.get(day)?.[field] ?? 0
  return { field, month, planned, pace: forecastOf(countOn, whole, { day: at, minute: 0 }, planned) }
}
