import { Failure } from '#/server/http/failure.ts'
import { Hopeless, NotYet } from '#/server/schedule/run-failures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { StandingAccess } from '#/server/offline-access/offline-access.ts'

/** By whose access something is read that is due. @throws Hopeless, which pauses it: the permission has ended, or they may not come in */
export const actingSession = async (
  standing: Pick<StandingAccess, 'as' | 'stateOf'>,
  principal: string,
): Promise<StoredSession> => {
  const session = await standing.as(principal)
  if (session !== null) return session
  const { is } = await standing.stateOf(principal)
  throw new Hopeless(is === 'given' ? 'not_mapped' : 'standing_ended', { isToPause: true })
}

/** What keeps a run from the account's contacts, for good or for now; what is no failure of the service, as it is. */
export const keptFrom = (error: unknown): unknown => {
  if (!(error instanceof Failure)) return error
  if (error.status === 401 || error.error === 'key_refused')
    return new Hopeless('standing_ended', { isToPause: true })
  if (error.status === 403) return new Hopeless('client_forbidden', { isToPause: true })
  return new NotYet(error.error === 'archive_unavailable' ? 'archive_unavailable' : 'service_failed', null, {
    cause: error,
  })
}
