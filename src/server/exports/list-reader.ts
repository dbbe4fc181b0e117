import { hiddenApiFilters } from '#/analytics/texts/hidden-filters.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { claimedPagination } from '#/api/pages.ts'
import { CONTACTS_MAX } from '#/contract/archive/contacts.ts'
import {
  isOfArchive,
  isSameInArchive,
  filtersWithheld,
  LIST_FILTERS,
  listFilterSchemas,
  type ListFilters,
} from '#/contract/archive/filters.ts'
import { isFullyStored, type ArchiveState } from '#/contract/archive/shapes.ts'
import { readParameters } from '#/contract/call-filters.ts'
import { dayNumber } from '#/contract/day.ts'
import { allCallsAnswer, objectCallsAnswer } from '#/contract/call.ts'
import type { Archive } from '#/server/archive/archive.ts'
import { answerContacts, type ListContext } from '#/server/archive/lists/route.ts'
import { readListQuery } from '#/server/archive/lists/question.ts'
import { mayPass, retryWait, waitOf } from '#/server/archive/reading/fetching.ts'
import { PageLost } from '#/server/archive/reading/run/list-run.ts'
import { missingOf } from '#/server/archive/reading/due.ts'
import { archiveAccount } from '#/server/session/names.ts'
import { withoutHidden } from '#/server/hidden-fields.ts'
import { Failure, failure } from '#/server/http/failure.ts'
import { masked } from '#/server/privacy-mode/masked.ts'
import type { Masks } from '#/server/privacy-mode/masks.ts'
import { unmaskedQuery } from '#/server/http/privacy-mode.ts'
import { withoutSecrets } from '#/server/upstream/proxy.ts'
import { parseSharedJson, toSharedJson } from '#/server/threads/shared-json.ts'
import type { ExportPage } from './list-loader.ts'

export interface ListReaderSession extends Pick<ListContext, 'session' | 'client' | 'context'> {
  readonly masks: Masks | null
}

export interface WholeList {
  readonly oid: string | null
  readonly filters: ListFilters
}

export interface OpenedList {
  /** @throws PageLost where other pages may succeed; Failure that concerns every page */
  readonly page: (page: number) => Promise<ExportPage>
  /** When a list from the archive was read; null: from the API. */
  readonly asOf: string | null
  /** First stored day, if the request began earlier. */
  readonly since: string | null
  readonly unread: ArchiveState['unread']
}

export interface ListReaderOptions extends Pick<ListContext, 'access' | 'calls' | 'marked'> {
  readonly archive: Archive | null
  readonly isOpen: (idHash: string) => Promise<boolean>
  readonly now: () => number
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}

const POLL_MS = 500
const MOST_REFUSALS = 20

/** @throws Failure `invalid_request` for unknown filters */
export const readListFilters = (raw: Readonly<Record<string, string>>): ListFilters => {
  const { values, dropped } = readParameters(listFilterSchemas, raw)
  if (dropped.length > 0 || Object.keys(raw).some((name) => !(name in listFilterSchemas)))
    throw failure('invalid_request')
  return values
}

const queryOf = (filters: ListFilters): Record<string, string> =>
  Object.fromEntries(
    LIST_FILTERS.flatMap((name) => {
      const value = filters[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/**
 * Retries transient failures.
 * @throws PageLost, Failure
 */
const withRetry = async <T>(
  request: () => Promise<T>,
  signal: AbortSignal,
  { now, wait }: Required<Pick<ListReaderOptions, 'now' | 'wait'>>,
): Promise<T> => {
  let failures = 0
  let refusals = 0
  for (;;) {
    try {
      return await request()
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof Failure)) throw error
      const isRefused = error.status === 429 && refusals++ < MOST_REFUSALS
      const ms = isRefused ? waitOf(error, now()) : retryWait(error, failures++)
      if (ms === null) throw mayPass(error) ? new PageLost(error.code, { cause: error }) : error
      await wait(ms, signal)
    }
  }
}

/** Reads whole lists: from the archive where it has the days and equal filters, else from the API with the requester's key. */
export const createListReader = ({
  archive,
  access,
  calls,
  marked,
  isOpen,
  now,
  wait = (ms, signal) => pause(ms, undefined, { signal, ref: false }),
}: ListReaderOptions) => {
  const fromApi = async ({ oid, filters }: WholeList, ownerOf: ListReaderSession): Promise<OpenedList> => {
    const { session, client, context, masks } = ownerOf
    const { hidden } = await access.check(calls, session, client, context)
    const query = queryOf(filters)
    if (hiddenApiFilters(query, hidden).length > 0) throw failure('hidden_field')
    const name = oid === null ? 'all_calls' : 'object_calls'
    const ask = async (page: number): Promise<ExportPage> => {
      // The session may have ended during a long reading.
      if (!(await isOpen(session.idHash))) throw failure('session_ended')
      const listed = await calls.call(
        session,
        {
          name,
          values: oid === null ? {} : { oid },
          clientId: client,
          query: page > 1 ? { ...query, page: String(page) } : query,
        },
        context,
      )
      const seen = withoutSecrets(withoutHidden(name, listed, hidden), calls.concealer(session))
      const answer = masks === null ? seen : masked(seen, masks)
      const contacts: unknown =
        typeof answer === 'object' && answer !== null && 'calls' in answer ? answer.calls : null
      if (!Array.isArray(contacts)) throw failure('upstream_bad_response')
      // The file's writer parses the contacts.
      const head = { ...(answer as object), calls: [] }
      const { data } = oid === null ? allCallsAnswer.lenient.safeParse(head) : { data: undefined }
      const { data: own } = oid === null ? { data: undefined } : objectCallsAnswer.lenient.safeParse(head)
      if (!data && !own) throw failure('upstream_bad_response')
      const objects = data?.meta?.obj ?? (own?.meta?.obj ? [own.meta.obj] : [])
      return {
        contacts: toSharedJson(contacts),
        pagination: (data ?? own)?.meta?.pagination ?? null,
        titles: objects.map(({ oid: of, title }) => [of, title] as const),
        statuses: Object.entries(own?.meta?.statuses ?? {}),
      }
    }
    return {
      page: (page) => withRetry(() => ask(page), context.signal, { now, wait }),
      asOf: null,
      since: null,
      unread: [],
    }
  }

  /** @returns null: the archive differs from the service's list */
  const fromArchive = async (
    store: Archive,
    { oid, filters }: WholeList,
    { masks, ...ownerOf }: ListReaderSession,
    onReading: (done: number, total: number) => void,
  ): Promise<OpenedList | null> => {
    const isOnly = isOfArchive(filters) || filtersWithheld(filters)
    const { period: _period, ...query } = queryOf(filters)
    const requested = { ...query, ...(oid !== null && { object: oid }) }
    const wanted = readListQuery(requested)
    if (wanted === null) {
      if (isOnly) throw failure('invalid_request')
      return null
    }
    const { session, client, context } = ownerOf
    const listContext = { ...ownerOf, archive: store, access, calls, marked }
    // The service decides on invalid days, and on days past our retention.
    if (!isOnly && (wanted.date_from > wanted.date_to || dayNumber(wanted.date_from) < store.oldestDay()))
      return null
    const days = store.storedDaysOf(wanted)
    if (!isOnly) {
      await access.check(calls, session, client, context)
      const map = await store.store.map(archiveAccount(session.account, client), days)
      if (missingOf(map, days, now()).size > 0) return null
    }
    const part = (page: number, limit: number) =>
      answerContacts({ ...requested, offset: String((page - 1) * limit), limit: String(limit) }, listContext)
    let [{ state, since }] = await part(1, 1)
    if (isOnly)
      while (!isFullyStored(state) && state.is === 'reading') {
        onReading(state.loaded, state.total ?? state.loaded)
        await wait(POLL_MS, context.signal)
        ;[{ state, since }] = await part(1, 1)
      }
    // The service's own list goes further back.
    if (!isOnly && (since !== null || !isFullyStored(state))) return null
    if (state.is === 'failed') {
      const { status = 503, code = 'upstream_unreachable' } = state.error ?? {}
      throw new Failure(status, code)
    }
    return {
      asOf: state.as_of,
      since,
      unread: state.unread,
      page: async (page) => {
        const [{ total, objects }, contacts] = await part(page, CONTACTS_MAX)
        const pages = Math.ceil(total / CONTACTS_MAX)
        const seen = (value: unknown) => (masks === null ? value : masked(value, masks))
        return {
          contacts: masks === null ? contacts : toSharedJson(seen(parseSharedJson(contacts))),
          pagination: claimedPagination(page, { pages, hasNext: page < pages, total }),
          titles: objects.map(
            ({ oid: of, title }) => [of, title === null ? null : String(seen(title))] as const,
          ),
          statuses: [],
        }
      },
    }
  }

  return {
    /**
     * @param onReading stored contacts of days being read, and the expected number
     * @throws Failure `archive_unavailable` where only the archive could answer; `hidden_field`; the API's refusal
     */
    open: async (
      list: WholeList,
      ownerOf: ListReaderSession,
      onReading: (done: number, total: number) => void,
    ): Promise<OpenedList> => {
      const filters = readListFilters(unmaskedQuery(queryOf(list.filters), ownerOf.masks))
      const requested = { ...list, filters }
      const isOnly = isOfArchive(filters)
      const hasDays =
        filters.period === 'custom' && filters.date_from !== undefined && filters.date_to !== undefined
      const mayAnswer = archive !== null && archive.trouble() === null
      if (isOnly && !mayAnswer) throw failure('archive_unavailable')
      if (isOnly && !hasDays) throw failure('invalid_request')
      const stored =
        mayAnswer && hasDays && (isOnly || filtersWithheld(filters) || isSameInArchive(filters))
          ? await fromArchive(archive, requested, ownerOf, onReading)
          : null
      return stored ?? fromApi(requested, ownerOf)
    },
  }
}
