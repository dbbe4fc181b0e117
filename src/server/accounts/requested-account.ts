import { callContext, clientInPath, requireSession, type AppContext } from '#/server/http/exchange.ts'
import { Failure } from '#/server/http/failure.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ArchiveAccess } from './access.ts'
import { archiveAccount } from '#/server/session/names.ts'

/** The account that a request is about, also below a client's prefix. */
export const requestedAccount = (c: AppContext) => {
  const session = requireSession(c)
  const client = clientInPath(c)
  return { session, client, account: archiveAccount(session.account, client) }
}

/**
 * As {@link requestedAccount}, with the fields that the session may not see.
 * @throws Failure where the session may not read the account
 */
export const checkedAccount = async (
  { access, calls }: { readonly access: ArchiveAccess; readonly calls: SessionCalls },
  c: AppContext,
) => {
  const requested = requestedAccount(c)
  return { ...requested, ...(await access.check(calls, requested.session, requested.client, callContext(c))) }
}

/** @param client null: the person's own account */
export const isOwnClient = async (
  calls: Pick<SessionCalls, 'access'>,
  c: AppContext,
  client: string | null,
): Promise<boolean> => {
  try {
    await calls.access(requireSession(c), client, callContext(c))
    return true
  } catch (error) {
    if (error instanceof Failure && error.status === 403) return false
    throw error
  }
}
