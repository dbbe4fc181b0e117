import {
  PACE_WEEKS,
  forecastOf,
  type MonthForecast,
  PACED_FIELDS,
  type PacedField,
} from '#/analytics/evaluation/forecast.ts'
import { dayNumber, monthStart, type DayRange } from '#/contract/day.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { archiveAccount } from '#/server/archive/store/account-numbers.ts'
import type { LiveAsker } from '#/server/live/reading.ts'
import type { MonthPlans } from '#/server/month-plans/store.ts'
import type { Preferences } from '#/contract/preferences.ts'

/** A month beside its plan, as it stood when the report's days were over. */
export interface ReportForecast {
  readonly field: PacedField
  /** `YYYY-MM` */
  readonly month: string
  readonly planned: number
  readonly pace: MonthForecast
}

/** @returns whether all of it could be read */
type ReadDays = (days: { readonly first: number; readonly last: number }) => Promise<boolean>

/**
 * The month that a report's days end in beside its plan, by the overview's own judgement. Null: nothing is planned that this person
 * may see, or not all of it could be read. @throws what `read` throws
 */
export const reportForecast = async (
  { archive, monthPlans }: { readonly archive: Archive; readonly monthPlans: Pick<MonthPlans, 'of'> },
  { session, client, hidden }: Pick<LiveAsker, 'session' | 'client' | 'hidden'>,
  { object, days }: { readonly object: string | null; readonly days: DayRange },
  { won_statuses: won = [], count_as: countAs = [] }: Preferences,
  read: ReadDays,
): Promise<ReportForecast | null> => {
  const account = archiveAccount(session.account, client)
  const month = days.to.slice(0, 7)
  const plan = (await monthPlans.of(account)).find((one) => one.month === month && one.oid === object)
  const field = PACED_FIELDS.find((one) => plan?.[one] != null && !(one === 'target' && hidden.has('target')))
  const planned = field === undefined ? null : (plan?.[field] ?? null)
  if (field === undefined || planned === null || hidden.has('date')) return null
  const start = `${month}-01`
  const whole = { first: dayNumber(start), last: dayNumber(monthStart(start, 1)) - 1 }
  // The first day that is not over, as far as the report knows.
  const at = dayNumber(days.to) + 1
  const counted = { first: at - PACE_WEEKS * 7, last: at - 1 }
  // Of a part of the days nothing is foretold.
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
