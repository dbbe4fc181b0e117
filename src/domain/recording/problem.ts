import { isApiError } from '#/api/error.ts'
import { parseWallClock } from '#/i18n/format.ts'

/** Why a recording is not heard, each with another way out. */
export type RecordingProblem =
  /** The service is still preparing it, or has not got it yet. */
  | 'not-ready'
  | 'gone'
  /** There is a file without sound. */
  | 'empty'
  /** On a host that our server does not fetch from, or redirected to one (G16). */
  | 'elsewhere'
  /** The service answered with something that is no sound. */
  | 'no-audio'
  /** Larger than our server passes on. */
  | 'too-large'
  /** This browser does not know the format. */
  | 'undecodable'

/** How long after a contact a recording that is missing is taken to be on its way. */
const ON_ITS_WAY_MS = 60 * 60_000

const isFresh = (date: string | null, now: number): boolean => {
  const clock = parseWallClock(date)
  if (!clock || clock.offset === null) return false
  return now - (clock.utc - clock.offset * 60_000) < ON_ITS_WAY_MS
}

/**
 * What a refusal of our server means for the user (codes of `src/server/upstream/recordings/routes.ts`). Null: a failure like any other.
 * @param contact when it was: 404 means "not yet" a minute after a call, and "no more" a month later
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
