import type { Hono } from 'hono'
import { isDay } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import {
  PLAN_FIELDS,
  PLANNED_MAX,
  savePlanBody,
  type SavePlanBody,
} from '#/contract/month-plans/month-plans.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { recordRoutes } from '#/server/accounts/record-routes.ts'
import type { AppEnv } from '#/server/http/exchange.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { MonthPlans } from './store.ts'

export interface MonthPlanRoutesOptions {
  readonly plans: MonthPlans
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
}

const wrongFields = (body: SavePlanBody): Readonly<Record<string, string>> => ({
  ...(!(/^\d{4}-\d{2}$/.test(body.month) && isDay(`${body.month}-01`)) && { month: 'must be a month' }),
  ...(body.oid !== null && !isPathValue('oid', body.oid) && { oid: 'must be an object' }),
  ...Object.fromEntries(
    PLAN_FIELDS.flatMap((field) => {
      const value = body[field]
      if (value === null) return []
      if (!(value >= 0 && value <= PLANNED_MAX[field])) return [[field, 'must be 0 or more']]
      return field === 'spend' || Number.isInteger(value) ? [] : [[field, 'must be without fractions']]
    }),
  ),
})

export const monthPlanRoutes = ({ plans, ...options }: MonthPlanRoutesOptions): Hono<AppEnv> =>
  recordRoutes('/month-plans', {
    ...options,
    store: plans,
    names: { all: 'plans', one: 'plan' },
    unit: 'months',
    body: savePlanBody,
    wrong: wrongFields,
    changed: ({ month, oid }) => ({ event: 'plan_changed', month, object: oid }),
    forgotten: { event: 'plans_forgotten' },
  })
