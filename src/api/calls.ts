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
import { isComplete, readPages, type Page } from './pages.ts'

export type ServiceRead = Lenient<typeof service>

export interface CallsPage {
  readonly calls: readonly (ListedCallRead | Unreadable)[]
  readonly objects: readonly Pick<ObjRead, 'oid' | 'title'>[]
  /** Names to codes; empty for all objects (G8). */
  readonly statuses: Readonly<Record<string, number>>
  readonly services: readonly ServiceRead[]
  readonly pagination: PaginationRead | null
  /** Archive lists only: state of their days. */
  readonly archive?: ArchiveState
  /** Archive lists only: first stored day, if older ones were requested. */
  readonly since?: string
}

export const isNewestFirst = ({ order_field, order_way }: CallFilters): boolean =>
  order_field === undefined && order_way !== 'ASC'

export const contactsOn = ({ calls, pagination }: CallsPage): Page<ListedCallRead> => ({
  records: calls,
  pagination,
})

/** Unique key: a call is identified by object and id (API document 4.2). */
export const contactKey = ({ obj_oid, id }: ListedCallRead): string => `${obj_oid} ${id}`

const hasDays = ({ period, date_from, date_to }: ListFilters): boolean =>
  period === 'custom' && date_from !== undefined && date_to !== undefined

/**
 * A page of `GET /v2/calls` (`oid` null) or `GET /v2/objs/<oid>/calls` (API document 4.2, 4.3); from the archive
 * for lists without endpoint, such as "Missed".
 * @param page from 1; the first is requested without page parameter (G1)
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

/** Cached {@link fetchCallsPage}: pages stay as they are until invalidated, so that the list is stable. */
export const callsPageQuery = (scope: Scope, oid: string | null, filters: ListFilters, page: number) =>
  queryOptions({
    queryKey: callsKey(scope, oid, filters, page),
    queryFn: ({ signal }): Promise<CallsPage> => fetchCallsPage(scope, oid, filters, page, signal),
    staleTime: Infinity,
  })

/** A later page of the list whose first page arrived at `since`: pages of different times don't fit. */
export const laterCallsPageQuery = (
  scope: Scope,
  oid: string | null,
  filters: ListFilters,
  page: number,
  { first, since }: { readonly first: CallsPage | null; readonly since: number },
) =>
  queryOptions({
    // Timers per key are costly while scrolling.
    staleTime: Infinity,
    queryKey: callsKey(scope, oid, filters, page, since),
    queryFn: async ({ signal }): Promise<CallsPage> => {
      if (first?.archive)
        return (await import('./archive-list.ts')).archivePage(scope, oid, filters, page, { signal })
      return fetchCallsPage(scope, oid, filters, page, signal)
    },
  })

/** Poll interval for new contacts. */
const POLL_MS = 60_000

/** The current first page, polled while the tab is visible; the displayed `first` is unchanged. */
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
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: true,
    // The next poll is the retry.
    retry: false,
  })

export const callQuery = (scope: Scope, oid: string, callId: string) =>
  queryOptions({
    queryKey: keyOf(scope, 'call', { oid, callId }),
    queryFn: ({ signal }) => callApi(endpoints.call, { scope, values: { oid, call_id: callId }, signal }),
    staleTime: 30_000,
  })

/** Page limit when searching a call (G5) or a caller. */
const MOST_PAGES = 5

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
 * List row of a call, the only source of `messages`, `sms_message`, `email_text`, `widget_text` and `managers`
 * (G5): from the archive, else searched by day and caller on at most five pages. Null: not found.
 */
export const callRowQuery = (scope: Scope, oid: string, call: CallRead) =>
  queryOptions({
    queryKey: keyOf(scope, 'call_row', { oid, callId: String(call.id) }),
    queryFn: async (context): Promise<ListedCallRead | null> => {
      const day = call.date?.slice(0, 10)
      if (day !== undefined && isDay(day)) {
        const { archivedRow } = await import('./archive-list.ts')
        const archived = await archivedRow(scope, oid, call.id, day, context.signal)
        if (archived !== null) return archived
      }
      // The service would refuse invalid days and long callers.
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

export interface CallerContacts {
  /** In the service's order, deduplicated. */
  readonly contacts: readonly ListedCallRead[]
  /** Total by the service; null: unknown. */
  readonly total: number | null
  /** Names to codes (G8). */
  readonly statuses: Readonly<Record<string, number>>
  /** No page is missing or repeated (G1), every record is readable. */
  readonly complete: boolean
}

export const callerContactsQuery = (scope: Scope, oid: string, filters: CallFilters) =>
  queryOptions({
    queryKey: keyOf(scope, 'caller_contacts', { oid, filters: normaliseFilters(filters) }),
    queryFn: async (context): Promise<CallerContacts> => {
      const { records, total, gaps, statuses } = await firstPages(scope, oid, filters, context)
      const complete = isComplete(gaps) && !gaps.includes('unreadable')
      return { contacts: records, total, statuses, complete }
    },
    staleTime: 30_000,
  })
