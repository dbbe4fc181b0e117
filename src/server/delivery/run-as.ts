import { MINUTE_MS } from '#/contract/day.ts'
import { Failure } from '#/server/http/failure.ts'
import { PermanentError, RetryableError } from '#/server/schedule/run-failures.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { OfflineAccess } from '#/server/offline-access/offline-access.ts'

/**
 * The session of a schedule's owner.
 * @throws PermanentError, which pauses it: offline access has ended, or the person has no account
 */
export const runAsSession = async (
  offlineAccess: Pick<OfflineAccess, 'as' | 'stateOf'>,
  principal: string,
): Promise<StoredSession> => {
  const session = await offlineAccess.as(principal)
  if (session !== null) return session
  const { is } = await offlineAccess.stateOf(principal)
  throw new PermanentError(is === 'given' ? 'not_mapped' : 'standing_ended', { isToPause: true })
}

/** Maps failures of the service to errors of the scheduler; others stay. */
export const toJobError = (error: unknown): unknown => {
  if (!(error instanceof Failure)) return error
  if (error.status === 401 || error.error === 'key_refused')
    return new PermanentError('standing_ended', { isToPause: true })
  if (error.status === 403) return new PermanentError('client_forbidden', { isToPause: true })
  return new RetryableError(
    error.error === 'archive_unavailable' ? 'archive_unavailable' : 'service_failed',
    null,
    {
      cause: error,
    },
  )
}

/** Others wait for the place of a run that reads. */
const IN_TIME_MS = 15 * MINUTE_MS

/**
 * Reads for a run within limits of time.
 * @throws RetryableError
 */
export const readInTime = async <T>(
  signal: AbortSignal,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(IN_TIME_MS)])
  try {
    return await read(inTime)
  } catch (error) {
    if (inTime.aborted && !signal.aborted) throw new RetryableError('service_failed', null, { cause: error })
    throw toJobError(error)
  }
}
