import { Hono } from 'hono'
import type { AuditEvent } from '#/contract/administration/audit.ts'
import { sessionPerson, type LogBook } from '#/server/administration/log-book.ts'
import type { Saved } from '#/server/database/records.ts'
import {
  CLIENT_PATH,
  readBody,
  sendConflict,
  sendJson,
  sendNothing,
  type AppContext,
  type AppEnv,
  type Schema,
} from '#/server/http/exchange.ts'
import { Failure } from '#/server/http/failure.ts'
import { refuseInPrivacyMode } from '#/server/http/privacy-mode.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ArchiveAccess } from './access.ts'
import { requestedAccount, checkedAccount } from './requested-account.ts'

interface StoredRecords {
  readonly store: {
    readonly count: (principal: string) => Promise<number>
    readonly forget: (principal: string) => Promise<void>
  }
  readonly unit: 'notes' | 'months' | 'objects'
  readonly forgotten: AuditEvent
  readonly logBook: LogBook
}

/**
 * `GET /api…/kept` counts what an account's people have written, `DELETE /api…` deletes it all, also of
 * clients that the account has lost.
 * @param path "/notes"
 */
export const countRoutes = (
  path: string,
  { store: { count, forget }, unit, forgotten, logBook }: StoredRecords,
): Hono<AppEnv> => {
  const stored = `${path}/kept`
  return new Hono<AppEnv>()
    .get(`/api${stored}`, async (c) => {
      const { session } = requestedAccount(c)
      return sendJson(c, { [unit]: await count(session.account) })
    })
    .delete(`/api${path}`, async (c) => {
      const { session } = requestedAccount(c)
      refuseInPrivacyMode(c)
      await forget(session.account)
      await logBook.note(c, forgotten)
      return sendNothing(c)
    })
}

const BODY_MAX_BYTES = 4 * 1024

interface Records<Body, Item> extends StoredRecords {
  readonly store: StoredRecords['store'] & {
    readonly of: (account: string) => Promise<readonly Item[]>
    readonly save: (account: string, body: Body, who: string | null) => Promise<Saved<Item>>
  }
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly names: { readonly all: string; readonly one: string }
  readonly body: Schema<Body>
  /** Messages by field for what cannot be saved (G13). */
  readonly wrong: (body: Body) => Readonly<Record<string, string>>
  readonly changed: (body: Body) => AuditEvent & { readonly event: `${string}_changed` }
}

/**
 * Versioned records: `GET` of a path lists them, `PUT` writes one or answers 409 with the current value; with
 * {@link countRoutes}. Also below a client's prefix, for sessions that may read that account.
 * @param path "/month-plans"
 */
export const recordRoutes = <Body, Item>(path: string, records: Records<Body, Item>): Hono<AppEnv> => {
  const { store, names, logBook } = records

  const list = async (c: AppContext) => {
    const { account } = await checkedAccount(records, c)
    return sendJson(c, { [names.all]: await store.of(account) })
  }

  const save = async (c: AppContext) => {
    const { session, client, account } = await checkedAccount(records, c)
    refuseInPrivacyMode(c)
    const body = await readBody(c, records.body, BODY_MAX_BYTES)
    const wrong = records.wrong(body)
    if (Object.keys(wrong).length > 0) throw new Failure(400, wrong)
    const { isWritten, record } = await store.save(account, body, sessionPerson(session))
    const changed = records.changed(body)
    if (!isWritten) return sendConflict(c, changed.event, { [names.one]: record })
    await logBook.note(c, changed, { client })
    return sendJson(c, { [names.one]: record })
  }

  const routes = countRoutes(path, records)
  for (const prefix of ['/api', CLIENT_PATH]) routes.get(prefix + path, list).put(prefix + path, save)
  return routes
}
