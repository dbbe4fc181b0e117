import { queryOptions } from '@tanstack/react-query'
import { dayText } from '#/contract/day.ts'
import { readFrames, type ArchiveFrame } from '#/contract/archive/frames.ts'
import {
  archivePath,
  archiveSummary,
  type ArchiveState,
  type ArchiveSummary,
} from '#/contract/archive/shapes.ts'
import { parse, refusalOf, send, stream, type Scope } from './client.ts'
import { ApiError, isApiError } from './error.ts'
import { keyOf, ofAccount } from './keys.ts'

/** Our server cannot answer from its archive: the service itself must be asked. */
const REFUSALS: ReadonlySet<string> = new Set(['archive_unavailable', 'invalid_request'])
const isForService = (error: unknown): boolean => isApiError(error) && REFUSALS.has(error.code ?? '')

/** Why our server could not read what it was asked for; null: it could, or is at it. */
export const readingFailure = ({ is, error }: ArchiveState, scope: Scope): ApiError | null =>
  is === 'failed'
    ? refusalOf(error?.status ?? 503, error?.code ?? null, { retryAfter: error?.retry_after ?? null, scope })
    : null

/** Days since 1970, both included. */
export interface ArchiveDays {
  readonly first: number
  readonly last: number
}

/** How many contacts the answer may hold. */
export interface ColumnsWanted {
  /** All of them, or only how they stand; absent: as many as our server gives a browser. */
  readonly send?: 'all' | 'states'
  /** Days that could not be read not long ago are tried again at once. */
  readonly isRetry?: boolean
  /** Contacts of other days that are here already. */
  readonly beside?: number
}

/**
 * What the archive holds of some days, and what it reads of them now, frame by frame, until all has come. Rejects with
 * {@link ApiError} only: that of a reading that has failed too.
 * @param wanted above so many contacts no segments come, and the states say so
 * @returns false: there is no archive that could answer, and nothing has come
 */
export async function* archiveColumns(
  scope: Scope,
  days: ArchiveDays,
  signal: AbortSignal,
  background = false,
  { send: only, isRetry = false, beside = 0 }: ColumnsWanted = {},
): AsyncGenerator<ArchiveFrame, boolean> {
  const query = new URLSearchParams({
    date_from: dayText(days.first),
    date_to: dayText(days.last),
    ...(only && { send: only }),
    ...(isRetry && { retry: '1' }),
    ...(beside > 0 && { beside: String(beside) }),
  })
  let is: ArchiveState['is'] | null = null
  try {
    const bytes = stream(`${archivePath(scope.client)}/columns?${query}`, { scope, signal, background })
    for await (const frame of readFrames(bytes)) {
      yield frame
      if (frame.kind === 'segment') continue
      is = frame.state.is
      const failure = readingFailure(frame.state, scope)
      if (failure !== null) throw failure
    }
  } catch (cause) {
    // What is no answer of ours, or of another version of us, is none at all.
    if (isApiError(cause) && !isForService(cause)) throw cause
    return false
  }
  // Our server always says how it ended.
  if (is === 'reading') throw new ApiError('network', { scope })
  return is !== null
}

/** Has our server read once more what it could not read of these days, and waits until it has. Rejects with ApiError. */
export const readAgain = async (scope: Scope, days: ArchiveDays, signal: AbortSignal): Promise<void> => {
  const frames = archiveColumns(scope, days, signal, false, { send: 'states', isRetry: true })
  while (!(await frames.next()).done);
}

/** What our server keeps of an account and its clients; null when it has no archive. */
export const archiveSummaryQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'archive'),
    queryFn: async ({ signal }): Promise<ArchiveSummary> =>
      parse(archiveSummary, await send('GET', archivePath(null), { scope: ofAccount(principal), signal })),
  })

/** Has our server forget what it keeps of a client; without one, of the account and all its clients. */
export const forgetArchive = async (scope: Scope): Promise<void> => {
  await send('DELETE', archivePath(scope.client), { scope })
}
