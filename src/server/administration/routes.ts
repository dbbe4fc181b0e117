import { Hono } from 'hono'
import { auditQuestion, exportBody } from '#/contract/administration/requests.ts'
import type { OpenSession, SessionsAnswer } from '#/contract/administration/sessions.ts'
import {
  callContext,
  readBody,
  readQuery,
  requireRight,
  requireSession,
  sendJson,
  sendNothing,
  type AppEnv,
} from '#/server/http/exchange.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { sha256 } from '#/server/session/seal.ts'
import type { ListedSession, SessionStore, StoredSession } from '#/server/session/store.ts'
import type { AuditStore } from './audit.ts'
import { sessionPerson, type LogBook } from './log-book.ts'

export interface AdministrationOptions {
  readonly audit: AuditStore
  readonly logBook: LogBook
  readonly sessions: Pick<SessionStore, 'all' | 'end'>
  /** @throws Failure 401 or 403 if the client is not the session's */
  readonly checkClient: (
    session: StoredSession,
    client: string | null,
    context: ReturnType<typeof callContext>,
  ) => Promise<unknown>
}

/** A public id, since the stored hash stays secret. */
const publicId = (idHash: string) => sha256(`session ${idHash}`).slice(0, 16)

const openSession = (
  { idHash, principal, created, seen, facts, portal, endsAt }: ListedSession,
  requester: StoredSession,
): OpenSession => ({
  id: publicId(idHash),
  who: sessionPerson(facts),
  by: 'identity' in facts ? facts.identity.via : 'key',
  address: facts.from?.address ?? null,
  agent: facts.from?.agent ?? null,
  portal,
  wall_until: facts.wall ? new Date(endsAt).toISOString() : null,
  opened: new Date(created).toISOString(),
  seen: new Date(seen).toISOString(),
  is_this: idHash === requester.idHash,
  is_mine: principal === requester.principal,
})

export const administrationRoutes = ({
  audit,
  logBook,
  sessions,
  checkClient,
}: AdministrationOptions): Hono<AppEnv> =>
  new Hono<AppEnv>()
    .get('/api/audit', async (c) => {
      requireRight(c, 'administer')
      return sendJson(c, await audit.read(readQuery(c, auditQuestion)))
    })
    .get('/api/sessions', async (c) => {
      const isAll = c.req.query('all') === '1'
      const requester = isAll ? requireRight(c, 'administer') : requireSession(c)
      const open = await sessions.all(isAll ? null : requester.principal)
      const answer: SessionsAnswer = { sessions: open.map((one) => openSession(one, requester)) }
      return sendJson(c, answer)
    })
    .delete('/api/sessions/:id', async (c) => {
      const requester = requireSession(c)
      const mayEndAny = requester.rights.has('administer')
      const open = await sessions.all(mayEndAny ? null : requester.principal)
      const ended = open.find(({ idHash }) => publicId(idHash) === c.req.param('id'))
      // Ended, or another person's: the answer is the same.
      if (!ended) throw failure('not_found')
      await sessions.end(ended.idHash)
      await logBook.note(c, { event: 'session_ended', whose: sessionPerson(ended.facts) ?? '' })
      return sendNothing(c)
    })
    .post('/api/audit/exports', async (c) => {
      const session = requireSession(c)
      const { what, format, client, rows } = await readBody(c, exportBody)
      requireRight(c, what === 'audit' ? 'administer' : 'export')
      // Entries only for the user's own clients. An unreadable list forbids nothing.
      await checkClient(session, client, callContext(c)).catch((refused: unknown) => {
        if (!(refused instanceof Failure) || [401, 403].includes(refused.status)) throw refused
      })
      // Without a log entry there is no file.
      if (!(await logBook.note(c, { event: 'exported', what, format, rows }, { client, must: true })))
        throw failure('storage_unavailable')
      return sendNothing(c)
    })
