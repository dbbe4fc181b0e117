import { isApiError } from '#/api/error.ts'
import { parseWallClock } from '#/i18n/format.ts'

/** Why a recording is not heard, each with another way out. */
export type RecordingProblem =
  /** In preparation, or not there yet. */
  | 'not-ready'
  | 'gone'
  | 'empty'
  /** On a host outside the allowlist, also by redirect (G16). */
  | 'elsewhere'
  /** The response isn't audio. */
  | 'no-audio'
  /** Above our server's limit. */
  | 'too-large'
  | 'undecodable'

/** Age of a contact below which a missing recording is expected to appear. */
const ON_ITS_WAY_MS = 60 * 60_000

const isFresh = (date: string | null, now: number): boolean => {
  const clock = parseWallClock(date)
  if (!clock || clock.offset === null) return false
  return now - (clock.utc - clock.offset * 60_000) < ON_ITS_WAY_MS
}

/**
 * Problem for an error code of `src/server/upstream/recordings/routes.ts`; null: generic.
 * @param contact its time: 404 means "not yet" after a minute, "deleted" after a month
 */
export const problemOf = (
  error: unknown,
  { date, now }: { date: string | null; now: number },
): RecordingProblem | null => {
  if (!isApiError(error)) return null
  switch (error.code) {
    case 'recording_not_ready':
      return 'not-ready'
    case 'no_recording':
      return isFresh(date, now) ? 'not-ready' : 'gone'
    case 'recording_gone':
      return 'gone'
    case 'recording_empty':
      return 'empty'
    case 'recording_elsewhere':
      return 'elsewhere'
    case 'upstream_bad_response':
      return 'no-audio'
    case 'upstream_too_large':
      return 'too-large'
    default:
      return null
  }
}
