import { queryOptions } from '@tanstack/react-query'
import { dayText } from '#/contract/day.ts'
import { readFrames, type ArchiveFrame } from '#/contract/archive/frames.ts'
import { overviewLine, type OverviewFacts } from '#/contract/archive/overview.ts'
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

/** Why our server could not read what it was asked for; null: it could, or is at it. */
export const readingFailure = ({ is, error }: ArchiveState, scope: Scope): ApiError | null =>
  is === 'failed'
    ? refusalOf(error?.status ?? 503, error?.code ?? null, { retryAfter: error?.retry_after ?? null, scope })
    : null

/** Days since 1970, both included. */
interface Days {
  readonly first: number
  readonly last: number
}

/** How many contacts the answer may hold. */
export interface ColumnsWanted {
  /** All of them, or only how they stand; absent: as many as our server gives a browser. */
  readonly send?: 'all' | 'states'
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
  days: Days,
  signal: AbortSignal,
  background = false,
  { send: only, beside = 0 }: ColumnsWanted = {},
): AsyncGenerator<ArchiveFrame, boolean> {
  const query = new URLSearchParams({
    date_from: dayText(days.first),
    date_to: dayText(days.last),
    ...(only && { send: only }),
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
    if (isApiError(cause) && !REFUSALS.has(cause.code ?? '')) throw cause
    return false
  }
  // Our server always says how it ended.
  if (is === 'reading') throw new ApiError('network', { scope })
  return is !== null
}

/** Contacts of which our server answers the questions of the overview. */
export interface CountedContacts {
  readonly scope: Scope
  /** Null: all objects. */
  readonly oid: string | null
  readonly days: Days
  readonly comparedDays: Days | null
}

/** Our server cannot count: the browser has to, with the columns of all contacts. */
export const cannotCount = (error: unknown): boolean =>
  isApiError(error) && error.code === 'archive_unavailable'

const overviewPath = ({ client }: Scope) => `${archivePath(client)}/overview`

/**
 * What is known of the contacts once our server has them at hand, for which every question would have to wait. Rejects with
 * {@link ApiError} only.
 * @param onProgress how many of them are
 */
export const overviewFactsOf = async (
  { scope, oid, days, comparedDays }: CountedContacts,
  signal: AbortSignal,
  onProgress: (loaded: number, total: number) => void,
): Promise<OverviewFacts> => {
  const query = new URLSearchParams({
    date_from: dayText(days.first),
    date_to: dayText(days.last),
    ...(comparedDays && {
      compare_from: dayText(comparedDays.first),
      compare_to: dayText(comparedDays.last),
    }),
    ...(oid !== null && { oid }),
  })
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of stream(`${overviewPath(scope)}?${query}`, { scope, signal, background: true })) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      const line = parse(overviewLine, JSON.parse(text))
      if ('facts' in line) return line.facts
      if ('error' in line) throw refusalOf(503, line.error, { scope })
      onProgress(line.loaded, line.total)
    }
  }
  // Our server always says how it ended; of one that was restarted without its archive there is nothing.
  throw refusalOf(503, 'archive_unavailable', { scope })
}

/**
 * Our server's answer to a question of the overview's worker. Nobody is kept signed in by it: a page asks again by itself.
 * Rejects with {@link ApiError} only.
 */
export const askOverview = async (
  { scope, oid, days, comparedDays }: CountedContacts,
  name: string,
  question: unknown,
  signal: AbortSignal,
): Promise<unknown> => {
  const answer = await send('POST', overviewPath(scope), {
    scope,
    body: { name, question, oid, days, comparedDays },
    signal,
    background: true,
  })
  if (answer === null) throw refusalOf(503, 'archive_unavailable', { scope })
  return answer
}

/** What our server keeps of an account and its clients; null when it has no archive. */
export const archiveSummaryQuery = (principal: string) =>
  queryOptions({
    queryKey: keyOf(ofAccount(principal), 'archive'),
    queryFn: async ({ signal }): Promise<ArchiveSummary | null> => {
      const answer = await send('GET', archivePath(null), { scope: ofAccount(principal), signal })
      return answer === null ? null : parse(archiveSummary, answer)
    },
  })

/** Has our server forget what it keeps of a client; without one, of the account and all its clients. */
export const forgetArchive = async (scope: Scope): Promise<void> => {
  await send('DELETE', archivePath(scope.client), { scope })
}
