import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import { keyOf } from '#/api/keys.ts'
import { fetchRecording } from '#/api/recordings.ts'
import { errorText } from '#/domain/notice/error-text.ts'
import { m } from '#/i18n/paraglide/messages.js'
import { elapsedText } from './position-slider.tsx'
import type { Player } from './use-player.ts'
import { parseWallClock } from '#/i18n/format.ts'

export interface ShownProblem {
  readonly text: () => string
  readonly leavesPlayer: boolean
  readonly mayTryAgain: boolean
  readonly isLinked: boolean
}

/** The element gives no reason for a failure: a one-byte request does. */
const reasonQuery = (scope: Scope, src: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'recording_reason', { src }),
    queryFn: async ({ signal }) => {
      const response = await fetchRecording(scope, src, { range: 'bytes=0-0', signal })
      await response.body?.cancel()
      return 'it is there' as const
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

const SHOWN: Readonly<Record<RecordingProblem, ShownProblem>> = {
  'not-ready': { text: m.recording_not_ready, leavesPlayer: false, mayTryAgain: true, isLinked: false },
  gone: { text: m.recording_gone, leavesPlayer: false, mayTryAgain: false, isLinked: false },
  empty: { text: m.recording_empty, leavesPlayer: false, mayTryAgain: false, isLinked: false },
  elsewhere: { text: m.recording_elsewhere, leavesPlayer: false, mayTryAgain: false, isLinked: true },
  'no-audio': { text: m.recording_no_audio, leavesPlayer: false, mayTryAgain: true, isLinked: true },
  'too-large': { text: m.recording_too_large, leavesPlayer: false, mayTryAgain: false, isLinked: false },
  undecodable: { text: m.recording_undecodable, leavesPlayer: true, mayTryAgain: false, isLinked: false },
}

export const useProblem = ({
  scope,
  src,
  date,
  player,
  loading,
}: {
  scope: Scope
  src: string
  /** ISO 8601. */
  date: string | null
  player: Player
  loading: UseQueryResult
}): { problem: ShownProblem | null; again: () => void; isPending: boolean } => {
  const { failed, position } = player.state
  const reason = useQuery({ ...reasonQuery(scope, src), enabled: failed })
  const again = () => {
    if (loading.isError) void loading.refetch()
    if (failed) player.retry()
  }
  const isPending = loading.isFetching || player.state.waiting
  const found = (): ShownProblem | null => {
    const { error, errorUpdatedAt: now } = reason.isError ? reason : loading
    const refused = problemOf(error, { date, now })
    if (refused !== null) return SHOWN[refused]
    // It may play without a waveform.
    if (!failed || reason.isFetching) return null
    // The file exists but nothing played: unknown format.
    if (!reason.isError && position === 0 && typeof loading.data !== 'object') return SHOWN.undecodable
    const isBroken = !reason.isError || isApiError(reason.error, 'network', 'offline', 'unavailable')
    const text =
      position > 0 && isBroken
        ? m.recording_connection_lost({ time: elapsedText(position) })
        : `${m.call_recording_failed()} ${reason.isError ? errorText(reason.error) : m.error_network()}`
    return { text: () => text, leavesPlayer: true, mayTryAgain: true, isLinked: false }
  }
  return { problem: found(), again, isPending }
}

/** Why a recording is not heard, each with another way out. */
type RecordingProblem =
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
