import { Hono } from 'hono'
import type { AuditEvent } from '#/contract/administration/audit.ts'
import type { LogBook } from '#/server/administration/log-book.ts'
import { onlyMethods, sendJson, sendNothing, type AppEnv } from '#/server/http/exchange.ts'
import { refusePresenting } from '#/server/privacy-mode/privacy-mode.ts'
import { askedAccount } from './asked-account.ts'

/**
 * `GET /api…/kept` says how much the people of an account have written, `DELETE /api…` deletes all of it: it is the account's
 * own to delete, also what is of a client that it has lost.
 * @param path "/notes"
 */
export const writtenRoutes = (
  path: string,
  {
    store: { count, forget },
    unit,
    forgotten,
    logBook,
  }: {
    readonly store: {
      readonly count: (principal: string) => Promise<number>
      readonly forget: (principal: string) => Promise<void>
    }
    /** What is counted, as the answer says it. */
    readonly unit: 'notes' | 'months' | 'objects'
    readonly forgotten: AuditEvent
    readonly logBook: LogBook
  },
) => {
  const kept = `${path}/kept`
  return new Hono<AppEnv>()
    .get(`/api${kept}`, async (c) => {
      const { session } = askedAccount(c, kept)
      return sendJson(c, { [unit]: await count(session.account) })
    })
    .all(`/api${kept}`, onlyMethods('GET'))
    .delete(`/api${path}`, async (c) => {
      const { session } = askedAccount(c, path)
      refusePresenting(c)
      await forget(session.account)
      await logBook.note(c, forgotten)
      return sendNothing(c)
    })
}
