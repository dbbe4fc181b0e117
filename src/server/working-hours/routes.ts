import type { Hono } from 'hono'
import { isPathValue } from '#/contract/endpoint.ts'
import { saveWorkingHoursBody, type SaveWorkingHoursBody } from '#/contract/working-hours/working-hours.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import { recordRoutes } from '#/server/accounts/record-routes.ts'
import type { AppEnv } from '#/server/http/exchange.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { WorkingHoursStore } from './store.ts'

export interface WorkingHoursRoutesOptions {
  readonly workingHours: WorkingHoursStore
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly logBook: LogBook
}

const wrongFields = ({ oid }: SaveWorkingHoursBody): Readonly<Record<string, string>> =>
  isPathValue('oid', oid) ? {} : { oid: 'must be an object' }

export const workingHoursRoutes = ({ workingHours, ...options }: WorkingHoursRoutesOptions): Hono<AppEnv> =>
  recordRoutes('/working-hours', {
    ...options,
    store: workingHours,
    names: { all: 'objects', one: 'hours' },
    unit: 'objects',
    body: saveWorkingHoursBody,
    wrong: wrongFields,
    changed: ({ oid }) => ({ event: 'working_hours_changed', object: oid }),
    forgotten: { event: 'working_hours_forgotten' },
  })
