import {
  callContext,
  clientInPath,
  requireSession,
  routeOf,
  type AppContext,
} from '#/server/http/exchange.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ArchiveAccess } from './access.ts'
import { archiveAccount } from '#/server/session/names.ts'

/** The account that a request to this path is about, also below a client's prefix. */
export const requestedAccount = (c: AppContext, path: string) => {
  const session = requireSession(c)
  const client = clientInPath(c)
  c.set('route', routeOf(client, path))
  return { session, client, account: archiveAccount(session.account, client) }
}

/**
 * As {@link requestedAccount}, with the fields that the session may not see.
 * @throws Failure where the session may not read the account
 */
export const checkedAccount = async (
  { access, calls }: { readonly access: ArchiveAccess; readonly calls: SessionCalls },
  c: AppContext,
  path: string,
) => {
  const requested = requestedAccount(c, path)
  return { ...requested, ...(await access.check(calls, requested.session, requested.client, callContext(c))) }
}
