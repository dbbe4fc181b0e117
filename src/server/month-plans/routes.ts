import type { Hono } from 'hono'
import { isDay } from '#/contract/day.ts'
import { isPathValue } from '#/contract/endpoint.ts'
import {
  PLAN_FIELDS,
  PLANNED_MAX,
  savePlanBody,
  type SavePlanBody,
} from '#/contract/month-plans/month-plans.ts'
import { sessionPerson, type LogBook } from '#/server/administration/log-book.ts'
import type { ArchiveAccess } from '#/server/archive/access.ts'
import { checkedAccount } from '#/server/archive/asked-account.ts'
import { writtenRoutes } from '#/server/archive/written-routes.ts'
import {
  CLIENT_PATH,
  onlyMethods,
  readBody,
  sendJson,
  type AppContext,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure } from '#/server/http/failure.ts'
import { refusePresenting } from '#/server/privacy-mode/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { MonthPlans } from './store.ts'

export interface MonthPlanRoutesOptions {
  readonly plans: MonthPlans
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
}

const PLANS_PATH = '/month-plans'
const BODY_MAX_BYTES = 4 * 1024

/** What may not be kept, by its field; the words stand beside it (G13). @throws Failure 400 */
const checked = (body: SavePlanBody): SavePlanBody => {
  const wrong = {
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
  }
  if (Object.keys(wrong).length > 0) throw new Failure(400, wrong)
  return body
}

/** `/api/month-plans…`, and the same below a client's prefix: for who may see that account's contacts, as the archive is. */
export const monthPlanRoutes = ({ plans, access, calls, logBook }: MonthPlanRoutesOptions): Hono<AppEnv> => {
  const checkedFor = (c: AppContext) => checkedAccount({ access, calls }, c, PLANS_PATH)

  const list = async (c: AppContext) => {
    const { account } = await checkedFor(c)
    return sendJson(c, { plans: await plans.of(account) })
  }

  const save = async (c: AppContext) => {
    const { session, client, account } = await checkedFor(c)
    refusePresenting(c)
    const body = checked(await readBody(c, savePlanBody, BODY_MAX_BYTES))
    const { isWritten, plan } = await plans.save(account, body, sessionPerson(session))
    if (!isWritten) return sendJson(c, { error: 'plan_changed', request_id: c.get('requestId'), plan }, 409)
    await logBook.note(c, { event: 'plan_changed', month: body.month, object: body.oid }, { client })
    return sendJson(c, { plan })
  }

  const routes = writtenRoutes(PLANS_PATH, {
    store: plans,
    unit: 'months',
    forgotten: { event: 'plans_forgotten' },
    logBook,
  })
  for (const prefix of ['/api', CLIENT_PATH])
    routes
      .get(prefix + PLANS_PATH, list)
      .put(prefix + PLANS_PATH, save)
      .all(prefix + PLANS_PATH, onlyMethods(prefix === '/api' ? 'GET, PUT, DELETE' : 'GET, PUT'))
  return routes
}
