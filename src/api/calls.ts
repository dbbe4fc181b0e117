import { isDay } from '#/contract/day.ts'
import { queryOptions, type QueryFunctionContext } from '@tanstack/react-query'
import {
  isOfArchive,
  filtersWithheld,
  normaliseFilters,
  type ListFilters,
} from '#/contract/archive/filters.ts'
import type { ArchiveState } from '#/contract/archive/shapes.ts'
import { readCallFilters, type CallFilters } from '#/contract/call-filters.ts'
import type { CallRead, ListedCallRead } from '#/contract/call.ts'
import { endpoints } from '#/contract/endpoints.ts'
import type { Lenient, Unreadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { PaginationRead } from '#/contract/pagination.ts'
import type { service } from '#/contract/call.ts'
import { callApi, type Scope } from './client.ts'
import { keyOf } from './keys.ts'
import { isWhole, readPages, type Page } from './pages.ts'

export type ServiceRead = Lenient<typeof service>

/** One page of a journal, the same for one object and for all. */
export interface CallsPage {
  readonly calls: readonly (ListedCallRead | Unreadable)[]
  readonly objects: readonly Pick<ObjRead, 'oid' | 'title'>[]
  /** Status name to code; empty for the journal of all objects (G8). */
  readonly statuses: Readonly<Record<string, number>>
  readonly services: readonly ServiceRead[]
  readonly pagination: PaginationRead | null
  /** Of a list that our server found in what it keeps: how the days of it stand there. */
  readonly archive?: ArchiveState
  /** The first day of such a list, where older ones were asked for that are kept no longer. */
  readonly since?: string
}

/** The order in which what is new comes on top. */
export const isNewestFirst = ({ order_field, order_way }: CallFilters): boolean =>
  order_field === undefined && order_way !== 'ASC'

/** A journal's page as any list's. */
export const contactsOn = ({ calls, pagination }: CallsPage): Page<ListedCallRead> => ({
  records: calls,
  pagination,
})

/** Tells a contact from every other of a list: a single call is asked for by its object and its id (API document 4.2). */
export const contactKey = ({ obj_oid, id }: ListedCallRead): string => `${obj_oid} ${id}`

/** Every asked day is held: what is told of them is the whole list, and not its newest part. */
export const isHeld = ({ as_of, unread }: ArchiveState): boolean => as_of !== null && unread.length === 0

const hasDays = ({ period, date_from, date_to }: ListFilters): boolean =>
  period === 'custom' && date_from !== undefined && date_to !== undefined

/**
 * Asks for one page of `GET /v2/calls` (`oid` null) or `GET /v2/objs/<oid>/calls` (API document 4.2, 4.3).
 * Lists that no endpoint has, such as "Missed", are the archive's.
 * @param page from 1; the first is asked without a page parameter (G1)
 */
export const fetchCallsPage = async (
  scope: Scope,
  oid: string | null,
  filters: ListFilters,
  page: number,
  signal: AbortSignal,
  background = false,
): Promise<CallsPage> => {
  if (isOfArchive(filters) || (filtersWithheld(filters) && hasDays(filters)))
    return (await import('./archive-list.ts')).archivePage(scope, oid, filters, page, { signal, background })
  const query = { ...normaliseFilters(filters), page: page > 1 ? page : undefined }
  if (oid === null) {
    const { calls, meta } = await callApi(endpoints.all_calls, { scope, query, signal, background })
    return {
      calls,
      objects: meta?.obj ?? [],
      statuses: {},
      services: [],
      pagination: meta?.pagination ?? null,
    }
  }
  const values = { oid }
  const { calls, meta } = await callApi(endpoints.object_calls, { scope, values, query, signal, background })
  return {
    calls,
    objects: meta?.obj ? [meta.obj] : [],
    statuses: meta?.statuses ?? {},
    services: meta?.services ?? [],
    pagination: meta?.pagination ?? null,
  }
}

const callsKey = (scope: Scope, oid: string | null, filters: ListFilters, page: number, since?: number) =>
  keyOf(scope, oid === null ? 'all_calls' : 'object_calls', {
    oid,
    filters: normaliseFilters(filters),
    page,
    ...(since === undefined ? {} : { since }),
  })

/**
 * {@link fetchCallsPage} for the cache. A list does not change while the user reads it: its pages stay as they came
 * until they are invalidated.
 */
export const callsPageQuery = (scope: Scope, oid: string | null, filters: ListFilters, page: number) =>
  queryOptions({
    queryKey: callsKey(scope, oid, filters, page),
    queryFn: ({ signal }): Promise<CallsPage> => fetchCallsPage(scope, oid, filters, page, signal),
    staleTime: Infinity,
  })

/**
 * Another page of the list that began with `first`, which came at `since`: from another moment they would not fit together.
 */
export const laterCallsPageQuery = (
  scope: Scope,
  oid: string | null,
  filters: ListFilters,
  page: number,
  { first, since }: { readonly first: CallsPage | null; readonly since: number },
) =>
  queryOptions({
    // Each key costs time, and a list that is scrolled asks for many.
    staleTime: Infinity,
    queryKey: callsKey(scope, oid, filters, page, since),
    queryFn: async ({ signal }): Promise<CallsPage> => {
      if (first?.archive)
        return (await import('./archive-list.ts')).archivePage(scope, oid, filters, page, { signal })
      return fetchCallsPage(scope, oid, filters, page, signal)
    },
  })

/** How often an open journal looks for new contacts. */
const LOOK_EVERY_MS = 60_000

/**
 * The first page as it is by now, looked at once a minute while the tab is visible. `first` is the page on screen and
 * stays what it is.
 */
export const newestCallsQuery = (
  scope: Scope,
  oid: string | null,
  filters: ListFilters,
  first: CallsPage | undefined,
  since: number,
) =>
  queryOptions({
    queryKey: callsKey(scope, oid, filters, 1, since),
    queryFn: ({ signal }): Promise<CallsPage> => fetchCallsPage(scope, oid, filters, 1, signal, true),
    ...(first && { initialData: first, initialDataUpdatedAt: since }),
    staleTime: LOOK_EVERY_MS,
    refetchInterval: LOOK_EVERY_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    // The next look is soon enough.
    retry: false,
  })

/** `GET /v2/objs/<oid>/calls/<call_id>` (API document 4.2). */
export const callQuery = (scope: Scope, oid: string, callId: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'call', { oid, callId }),
    queryFn: ({ signal }) => callApi(endpoints.call, { scope, values: { oid, call_id: callId }, signal }),
    staleTime: 30_000,
  })

/** How far an object's list is read for one call (G5) or one caller. */
const MOST_PAGES = 5

/** The first pages of an object's list, each from the cache where it is recent, and the status names they tell. */
const firstPages = async (
  scope: Scope,
  oid: string,
  filters: CallFilters,
  { client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>,
  isEnough?: (fresh: readonly ListedCallRead[]) => boolean,
) => {
  const statuses: Record<string, number> = {}
  const list = await readPages({
    ask: async (page) => {
      signal.throwIfAborted()
      const query = { ...callsPageQuery(scope, oid, filters, page), staleTime: 30_000 }
      const data = await client.fetchQuery(query)
      Object.assign(statuses, data.statuses)
      return contactsOn(data)
    },
    keyOf: contactKey,
    mostPages: MOST_PAGES,
    ...(isEnough && { isEnough }),
  })
  return { ...list, statuses }
}

/**
 * The list row of a call, which alone carries `messages`, `sms_message`, `email_text`, `widget_text` and `managers`
 * (G5): what our server keeps of it, else looked for within the call's day and its caller, at most five pages. Null: the
 * list does not show it there.
 */
export const callRowQuery = (scope: Scope, oid: string, call: CallRead) =>
  queryOptions({
    queryKey: keyOf(scope, 'call_row', { oid, callId: String(call.id) }),
    queryFn: async (context): Promise<ListedCallRead | null> => {
      const day = call.date?.slice(0, 10)
      if (day !== undefined && isDay(day)) {
        const { archivedRow } = await import('./archive-list.ts')
        const kept = await archivedRow(scope, oid, call.id, day, context.signal)
        if (kept !== null) return kept
      }
      // A day that does not exist and a caller longer than a filter narrow nothing: the service would refuse them.
      const { filters } = readCallFilters({
        ...(day && isDay(day) ? { period: 'custom', date_from: day, date_to: day } : { period: 'all' }),
        from_filter: call.phone_number_from,
      })
      const isIt = ({ id }: ListedCallRead) => id === call.id
      const { records } = await firstPages(scope, oid, filters, context, (fresh) => fresh.some(isIt))
      return records.find(isIt) ?? null
    },
    staleTime: 5 * 60_000,
  })

/** What the service lists of one caller and one period. */
export interface CallerContacts {
  /** In the service's order, each once. */
  readonly contacts: readonly ListedCallRead[]
  /** How many the journal of the same filters has; null when the service does not say. */
  readonly total: number | null
  /** Status name to code (G8). */
  readonly statuses: Readonly<Record<string, number>>
  /** All of them are here: no page is left or came twice (G1), and every record could be read. */
  readonly complete: boolean
}

/** An object's contacts of one caller, newest first, at most five pages of them; `filters` name caller and days. */
export const callerContactsQuery = (scope: Scope, oid: string, filters: CallFilters) =>
  queryOptions({
    queryKey: keyOf(scope, 'caller_contacts', { oid, filters: normaliseFilters(filters) }),
    queryFn: async (context): Promise<CallerContacts> => {
      const { records, total, gaps, statuses } = await firstPages(scope, oid, filters, context)
      const complete = isWhole(gaps) && !gaps.includes('unreadable')
      return { contacts: records, total, statuses, complete }
    },
    staleTime: 30_000,
  })
