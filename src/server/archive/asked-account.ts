import {
  callContext,
  clientInPath,
  requireSession,
  routeOf,
  type AppContext,
} from '#/server/http/exchange.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ArchiveAccess } from './access.ts'
import { archiveAccount } from './store/account-numbers.ts'

/** Which account a request to `/api` and this path, or to the same below a client's prefix, is about. */
export const askedAccount = (c: AppContext, path: string) => {
  const session = requireSession(c)
  const client = clientInPath(c)
  c.set('route', routeOf(client, path))
  return { session, client, account: archiveAccount(session.account, client) }
}

/** The same for a session that may see that account's contacts, with the fields of them that it may not. */
export const checkedAccount = async (
  { access, calls }: { readonly access: ArchiveAccess; readonly calls: SessionCalls },
  c: AppContext,
  path: string,
) => {
  const asked = askedAccount(c, path)
  return { ...asked, ...(await access.check(calls, asked.session, asked.client, callContext(c))) }
}
