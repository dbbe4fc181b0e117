import { troubleOf } from '#/server/database/database.ts'
import { Failure } from '#/server/http/failure.ts'
import { NoAskerLeft, waitOf } from '#/server/archive/reading/asking.ts'
import type { OpenQuestion } from './question.ts'
import { PageLost } from '#/server/archive/reading/run/list-run.ts'

/** What a person is told of why days could not be read. @param now milliseconds since 1970 */
export const errorToTell = (error: unknown, now: number): OpenQuestion['error'] => {
  const cause = error instanceof NoAskerLeft ? error.reason : error instanceof PageLost ? error.cause : error
  if (cause instanceof Failure)
    return {
      status: cause.status,
      code: cause.code,
      retry_after: cause.status === 429 ? Math.ceil(waitOf(cause, now) / 1000) : null,
    }
  if (error instanceof NoAskerLeft) return { status: 401, code: 'session_ended', retry_after: null }
  const trouble = troubleOf(cause)
  if (trouble !== null)
    return {
      status: 503,
      code: trouble === 'full' ? 'storage_full' : 'archive_unavailable',
      retry_after: null,
    }
  return { status: 500, code: 'unknown_error', retry_after: null }
}
