import type { Hono } from 'hono'
import { isPathValue } from '#/contract/endpoint.ts'
import { saveWorkingHoursBody } from '#/contract/working-hours/working-hours.ts'
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
import type { WorkingHoursStore } from './store.ts'

export interface WorkingHoursRoutesOptions {
  readonly workingHours: WorkingHoursStore
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
}

const HOURS_PATH = '/working-hours'
const BODY_MAX_BYTES = 4 * 1024

/** `/api/working-hours…`, and the same below a client's prefix: for who may see that account's contacts, as the archive is. */
export const workingHoursRoutes = ({
  workingHours,
  access,
  calls,
  logBook,
}: WorkingHoursRoutesOptions): Hono<AppEnv> => {
  const checkedFor = (c: AppContext) => checkedAccount({ access, calls }, c, HOURS_PATH)

  const list = async (c: AppContext) => {
    const { account } = await checkedFor(c)
    return sendJson(c, { objects: await workingHours.of(account) })
  }

  const save = async (c: AppContext) => {
    const { session, client, account } = await checkedFor(c)
    refusePresenting(c)
    const body = await readBody(c, saveWorkingHoursBody, BODY_MAX_BYTES)
    if (!isPathValue('oid', body.oid)) throw new Failure(400, { oid: 'must be an object' })
    const { isWritten, hours } = await workingHours.save(account, body, sessionPerson(session))
    if (!isWritten)
      return sendJson(c, { error: 'working_hours_changed', request_id: c.get('requestId'), hours }, 409)
    await logBook.note(c, { event: 'working_hours_changed', object: body.oid }, { client })
    return sendJson(c, { hours })
  }

  const routes = writtenRoutes(HOURS_PATH, {
    store: workingHours,
    unit: 'objects',
    forgotten: { event: 'working_hours_forgotten' },
    logBook,
  })
  for (const prefix of ['/api', CLIENT_PATH])
    routes
      .get(prefix + HOURS_PATH, list)
      .put(prefix + HOURS_PATH, save)
      .all(prefix + HOURS_PATH, onlyMethods(prefix === '/api' ? 'GET, PUT, DELETE' : 'GET, PUT'))
  return routes
}
