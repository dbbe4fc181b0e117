import { hiddenArchiveFilters } from '#/analytics/texts/hidden-filters.ts'
import type { ArchiveContacts } from '#/contract/archive/contacts.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { dayText } from '#/contract/day.ts'
import { missingOf } from '#/server/archive/reading/due.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { failure } from '#/server/http/failure.ts'
import type { StoredSession } from '#/server/session/store.ts'
import type { CallContext } from '#/server/upstream/request.ts'
import type { SessionCalls } from '#/server/upstream/session-calls.ts'
import type { ArchiveAccess } from '#/server/accounts/access.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { untilRead } from '#/server/archive/reading/questions/question.ts'
import { toSharedJson, type SharedJson } from '#/server/threads/shared-json.ts'
import type { FindAnnotated } from './annotated.ts'
import { listQuestionOf, readListQuery } from './question.ts'

/** How long a list of stored days waits for newer contacts. */
const LIST_WAIT_MS = 800

/** A list counts no callers, so days read by another caller rule are complete for it. */
const ofList = (state: ArchiveState): ArchiveState => {
  const { shortfall } = state
  const gaps = shortfall?.gaps.filter((gap) => gap !== 'callers') ?? []
  return { ...state, shortfall: shortfall && gaps.length > 0 ? { ...shortfall, gaps } : null }
}

const unheld = ({ date_from, date_to }: { date_from: string; date_to: string }): ArchiveState => ({
  is: 'complete',
  as_of: null,
  oldest: null,
  loaded: 0,
  total: null,
  unread: [{ date_from, date_to }],
  shortfall: null,
  error: null,
})

export interface ListContext {
  readonly archive: Archive
  readonly access: ArchiveAccess
  readonly calls: SessionCalls
  readonly session: StoredSession
  readonly client: string | null
  readonly context: CallContext
  readonly marked: FindAnnotated
}

/**
 * A page of a list from stored contacts; starts reading missing days in the background.
 * @returns the answer, with its contacts as JSON
 * @throws Failure `invalid_request`; `hidden_field` for a filter by a hidden field; what `access` throws
 */
export const answerContacts = async (
  query: Readonly<Record<string, string>>,
  { archive, access, calls, session, client, context, marked }: ListContext,
): Promise<readonly [rest: Omit<ArchiveContacts, 'contacts'>, contacts: SharedJson]> => {
  const wanted = readListQuery(query)
  if (wanted === null) throw failure('invalid_request')
  const days = archive.storedDaysOf(wanted)
  const requested = { ...wanted, date_from: dayText(days.first), date_to: dayText(days.last) }
  const since = requested.date_from === wanted.date_from ? null : requested.date_from
  const { hidden, signal } = await access.check(calls, session, client, context)
  if (hiddenArchiveFilters(requested, hidden).length > 0) throw failure('hidden_field')
  const map = await archive.store.map(archiveAccount(session.account, client), days)
  if (requested.id !== undefined && map.length === 0)
    return [{ state: unheld(requested), total: 0, offset: 0, since, objects: [] }, toSharedJson([])]
  const isRead = missingOf(map, days, archive.now()).size === 0
  const reader = { session, client, faults: context.faults }
  const offset = Number(requested.offset ?? 0)
  const listReading = archive.lists.ask(reader, days, offset, isRead)
  const { account, reading, question } = listReading
  let isReportedReading = false
  try {
    let state = await reading.state(question)
    // Missing days take longer than a request may; the answer says so.
    if (isRead && question.is === 'reading') {
      await untilRead(question, AbortSignal.any([context.signal, AbortSignal.timeout(LIST_WAIT_MS)]))
      state = await reading.state(question)
    }
    isReportedReading = state.is === 'reading'
    // Taken before the search, so that the list is at least this recent.
    const window = listQuestionOf(account, requested)
    const page = await archive.count('contacts', {
      ...window,
      marked: await marked(account, requested, hidden),
      hidden,
    })
    signal.throwIfAborted()
    const { contacts, ...rest } = page
    return [
      { state: ofList(state), offset: window.offset, since, ...rest, objects: [...page.objects] },
      contacts,
    ]
  } finally {
    archive.lists.leave(reader, listReading, offset, isReportedReading)
  }
}
