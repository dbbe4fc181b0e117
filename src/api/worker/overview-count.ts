import { overviewLine, type OverviewFacts } from '#/contract/archive/overview.ts'
import { archivePath } from '#/contract/archive/shapes.ts'
import { dayText } from '#/contract/day.ts'
import type { ArchiveDays } from '../archive.ts'
import { parse, refusalOf, send, stream, type Scope } from '../client.ts'
import { isApiError } from '../error.ts'

/* Questions of the overview that our server answers. The overview's worker alone asks: no page loads this. */

/** Contacts of which our server answers the questions of the overview. */
export interface CountedContacts {
  readonly scope: Scope
  /** Null: all objects. */
  readonly oid: string | null
  readonly days: ArchiveDays
  readonly comparedDays: ArchiveDays | null
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
 * Our server's answer to a question of the overview's worker. It does not prolong the session, since a page asks again by itself.
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
