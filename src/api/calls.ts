import { isDay } from '#/contract/day.ts'
import { queryOptions } from '@tanstack/react-query'
import type { CallFilters } from '#/contract/call-filters.ts'
import { CALL_FILTERS, readCallFilters } from '#/contract/call-filters.ts'
import type { CallRead, ListedCallRead } from '#/contract/call.ts'
import { endpoints } from '#/contract/endpoints.ts'
import { Unreadable } from '#/contract/field.ts'
import type { Lenient } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import type { PaginationRead } from '#/contract/pagination.ts'
import type { service } from '#/contract/call.ts'
import { callApi, type Scope } from './client.ts'

export type ServiceRead = Lenient<typeof service>

/** One page of a journal, the same for one object and for all. */
export interface CallsPage {
  readonly calls: readonly (ListedCallRead | Unreadable)[]
  readonly objects: readonly ObjRead[]
  /** Status name to code; empty for the journal of all objects (G8). */
  readonly statuses: Readonly<Record<string, number>>
  readonly services: readonly ServiceRead[]
  readonly pagination: PaginationRead | null
}

/** Tells a contact from every other of a list: a single call is asked for by its object and its id (API document 4.2). */
export const contactKey = ({ obj_oid, id }: ListedCallRead): string => `${obj_oid} ${id}`

/** Filters without empty values, in the order of the document, so that equal filters are equal keys. */
export const normaliseFilters = (filters: CallFilters): CallFilters =>
  Object.fromEntries(
    CALL_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]])),
  )

/**
 * Asks for one page of `GET /v2/calls` (`oid` null) or `GET /v2/objs/<oid>/calls` (API document 4.2, 4.3).
 * @param page from 1; the first is asked without a page parameter (G1)
 */
export const fetchCallsPage = async (
  scope: Scope,
  oid: string | null,
  filters: CallFilters,
  page: number,
  signal: AbortSignal,
  background = false,
): Promise<CallsPage> => {
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

/**
 * {@link fetchCallsPage} for the cache. A list that somebody reads does not change under them: its pages stay as they
 * came until it is asked for anew (invalidated).
 */
export const callsPageQuery = (scope: Scope, oid: string | null, filters: CallFilters, page: number) =>
  queryOptions({
    queryKey: [
      scope.principal,
      scope.client,
      oid === null ? 'all_calls' : 'object_calls',
      { oid, ...normaliseFilters(filters) },
      page,
    ],
    queryFn: ({ signal }): Promise<CallsPage> => fetchCallsPage(scope, oid, filters, page, signal),
    staleTime: Infinity,
  })

/** Another page of the list that began with a first page of `since`: from another moment they would not fit together. */
export const laterCallsPageQuery = (
  scope: Scope,
  oid: string | null,
  filters: CallFilters,
  page: number,
  since: number,
) => {
  const { queryKey, ...query } = callsPageQuery(scope, oid, filters, page)
  return queryOptions({ ...query, queryKey: [...queryKey, since] as const })
}

/** How often an open journal looks for new contacts. */
const LOOK_EVERY_MS = 60_000

/**
 * The first page as it is by now, looked at once a minute while the tab is visible. `first` is the page on screen and
 * stays what it is.
 */
export const newestCallsQuery = (
  scope: Scope,
  oid: string | null,
  filters: CallFilters,
  first: CallsPage | undefined,
  since: number,
) => {
  const { queryKey } = laterCallsPageQuery(scope, oid, filters, 1, since)
  return queryOptions({
    queryKey,
    queryFn: ({ signal }): Promise<CallsPage> => fetchCallsPage(scope, oid, filters, 1, signal, true),
    ...(first && { initialData: first, initialDataUpdatedAt: since }),
    staleTime: LOOK_EVERY_MS,
    refetchInterval: LOOK_EVERY_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    // The next look is soon enough.
    retry: false,
  })
}

/** `GET /v2/objs/<oid>/calls/<call_id>` (API document 4.2). */
export const callQuery = (scope: Scope, oid: string, callId: string) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, 'call', { oid, callId }],
    queryFn: ({ signal }) => callApi(endpoints.call, { scope, values: { oid, call_id: callId }, signal }),
    staleTime: 30_000,
  })

/** How far the row of a call opened by link is looked for (G5). */
const ROW_SEARCH_PAGES = 5

/**
 * The list row of a call, which alone carries `messages`, `sms_message`, `email_text`, `widget_text` and `managers`
 * (G5): looked for within the call's day and its caller, at most five pages. Null: the list does not show it there.
 */
export const callRowQuery = (scope: Scope, oid: string, call: CallRead) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, 'call_row', { oid, callId: String(call.id) }],
    queryFn: async ({ client, signal }): Promise<ListedCallRead | null> => {
      const day = call.date?.slice(0, 10)
      // A day that does not exist and a caller longer than a filter narrow nothing: the service would refuse them.
      const { filters } = readCallFilters({
        ...(day && isDay(day) ? { period: 'custom', date_from: day, date_to: day } : { period: 'all' }),
        from_filter: call.phone_number_from,
      })
      for (let page = 1; page <= ROW_SEARCH_PAGES; page++) {
        signal.throwIfAborted()
        const { calls, pagination } = await client.fetchQuery({
          ...callsPageQuery(scope, oid, filters, page),
          staleTime: 30_000,
        })
        const row = calls.find(
          (row): row is ListedCallRead => !(row instanceof Unreadable) && row.id === call.id,
        )
        if (row) return row
        if (calls.length === 0 || page >= (pagination?.total_pages ?? 1)) break
      }
      return null
    },
    staleTime: 5 * 60_000,
  })

/** How far a caller's other contacts are read. */
const CALLER_PAGES = 5

/** What the service lists of one caller and one period. */
export interface CallerContacts {
  /** In the service's order, each once. */
  readonly contacts: readonly ListedCallRead[]
  /** How many the journal of the same filters has; null when the service does not say. */
  readonly total: number | null
  /** Status name to code (G8). */
  readonly statuses: Readonly<Record<string, number>>
  /** All of them are here: no page is left, none came twice (G1), every record could be read. */
  readonly complete: boolean
}

/** An object's contacts of one caller, newest first, at most five pages of them; `filters` name caller and days. */
export const callerContactsQuery = (scope: Scope, oid: string, filters: CallFilters) =>
  queryOptions({
    queryKey: [scope.principal, scope.client, 'caller_contacts', { oid, ...normaliseFilters(filters) }],
    queryFn: async ({ client, signal }): Promise<CallerContacts> => {
      const byId = new Map<number, ListedCallRead>()
      let complete = true
      for (let page = 1; ; page++) {
        signal.throwIfAborted()
        const { calls, pagination, statuses } = await client.fetchQuery({
          ...callsPageQuery(scope, oid, filters, page),
          staleTime: 30_000,
        })
        const known = byId.size
        for (const row of calls) {
          if (row instanceof Unreadable) complete = false
          else if (!byId.has(row.id)) byId.set(row.id, row)
        }
        const isLast = calls.length === 0 || page >= (pagination?.total_pages ?? 1)
        const isRepeated =
          page > 1 &&
          ((calls.length > 0 && byId.size === known) || (pagination?.current_page ?? page) !== page)
        if (isLast || isRepeated || page === CALLER_PAGES)
          return {
            contacts: [...byId.values()],
            total: pagination?.total_objects ?? null,
            statuses,
            complete: complete && isLast && !isRepeated,
          }
      }
    },
    staleTime: 30_000,
  })
