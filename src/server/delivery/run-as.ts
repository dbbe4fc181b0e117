import { Failure } from '#/server/http/failure.ts'
import { Hopeless, NotYet } from '#/server/schedule/run-failures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { StandingAccess } from '#/server/offline-access/offline-access.ts'

/**
 * The session of a schedule's owner.
 * @throws Hopeless, which pauses it: offline access has ended, or the person has no account
 */
export const actingSession = async (
  standing: Pick<StandingAccess, 'as' | 'stateOf'>,
  principal: string,
): Promise<StoredSession> => {
  const session = await standing.as(principal)
  if (session !== null) return session
  const { is } = await standing.stateOf(principal)
  throw new Hopeless(is === 'given' ? 'not_mapped' : 'standing_ended', { isToPause: true })
}

/** Maps failures of the service to errors of the scheduler; others stay. */
export const keptFrom = (error: unknown): unknown => {
  if (!(error instanceof Failure)) return error
  if (error.status === 401 || error.error === 'key_refused')
    return new Hopeless('standing_ended', { isToPause: true })
  if (error.status === 403) return new Hopeless('client_forbidden', { isToPause: true })
  return new NotYet(error.error === 'archive_unavailable' ? 'archive_unavailable' : 'service_failed', null, {
    cause: error,
  })
}
