import { hashKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callsPageQuery, type CallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { Unreadable } from '#/contract/field.ts'

/** One place in the list: a contact, a record that cannot be read, a page on its way, or one that did not come. */
export type ContactRow =
  | { readonly state: 'ready'; readonly call: ListedCallRead }
  | { readonly state: 'unreadable'; readonly raw: unknown }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }

export interface ContactRows {
  /** Null until the first page is there. */
  readonly first: CallsPage | null
  readonly error: unknown
  /** The first page of these filters has not come yet. */
  readonly isPending: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  /** The rows on screen are those of the filters before, until the answer comes. */
  readonly isPrevious: boolean
  readonly updatedAt: number
  readonly refetch: () => void
  /** Rows the scroll bar stands for. */
  readonly count: number
  /** The service keeps sending the same page: only the first rows are shown (G1). */
  readonly repeated: boolean
  /** Rows in view are on their way. */
  readonly isLoadingRows: boolean
  readonly at: (index: number) => ContactRow
  /** Title of an object that some loaded page has named. */
  readonly objectTitle: (oid: string) => string | null
}

/** A service that lies about its totals must not make the list endless. */
const MAX_ROWS = 200_000

const pageIds = (page: CallsPage) =>
  page.calls.map((call) => (call instanceof Unreadable ? null : call.id)).filter((id) => id !== null)

/**
 * The journal's list over server pages. `total_objects` of the first page gives its length; the pages under `range`
 * and the one after it are asked for, so any row takes at most two requests. Pages that are scrolled past before they
 * came are given up: their queries lose their observer, and the request is aborted.
 * @param range indexes of the rows in view, end exclusive
 */
export const useContactRows = (
  scope: Scope,
  oid: string | null,
  filters: CallFilters,
  range: { readonly start: number; readonly end: number },
): ContactRows => {
  const queryClient = useQueryClient()
  const firstQuery = useQuery({
    ...callsPageQuery(scope, oid, filters, 1),
    // Rows stay until the new ones come, but never across accounts, clients or objects.
    placeholderData: (previous, query) => {
      const [principal, client, , parameters] = query?.queryKey ?? []
      const same = principal === scope.principal && client === scope.client
      return same && (parameters as { oid?: string | null } | undefined)?.oid === oid ? previous : undefined
    },
  })
  const first = firstQuery.data ?? null
  const isPrevious = firstQuery.isPlaceholderData

  const size = Math.max(first?.calls.length ?? 0, 1)
  const total = Math.max(first?.pagination?.total_objects ?? 0, first?.calls.length ?? 0)
  const pages =
    first !== null && !isPrevious && total > size ? pagesOf(range, size, Math.ceil(total / size)) : []
  const results = useQueries({ queries: pages.map((page) => callsPageQuery(scope, oid, filters, page)) })

  // Kept for as long as the list is the same: the pages that showed it are no longer asked for once it is known.
  const listKey = hashKey(callsPageQuery(scope, oid, filters, 1).queryKey)
  const [repeatedList, setRepeatedList] = useState<string | null>(null)
  const firstIds = new Set(first ? pageIds(first) : [])
  const repeats = results.some((result, index) => {
    if (!result.data) return false
    const current = result.data.pagination?.current_page
    const ids = pageIds(result.data)
    return (
      (current !== null && current !== undefined && current !== pages[index]) ||
      (ids.length > 0 && ids.every((id) => firstIds.has(id)))
    )
  })

  if (repeats && repeatedList !== listKey) setRepeatedList(listKey)
  const repeated = repeatedList === listKey

  const at = (index: number): ContactRow => {
    const page = Math.floor(index / size) + 1
    const result = page === 1 ? null : results[pages.indexOf(page)]
    const data = page === 1 ? first : result?.data
    const call = data?.calls[index % size]
    if (call instanceof Unreadable) return { state: 'unreadable', raw: call.raw }
    if (call) return { state: 'ready', call }
    if (result?.isError) return { state: 'failed', error: result.error, retry: () => void result.refetch() }
    return { state: 'loading' }
  }

  return {
    first,
    error: firstQuery.isError ? firstQuery.error : null,
    isPending: firstQuery.isPending || isPrevious,
    fetchStatus: firstQuery.fetchStatus,
    isPrevious,
    updatedAt: firstQuery.dataUpdatedAt,
    // The whole list is asked anew: rows of an old page beside a new one would be doubles.
    refetch: () => {
      setRepeatedList(null)
      const { queryKey } = callsPageQuery(scope, oid, filters, 1)
      void queryClient.invalidateQueries({ queryKey: queryKey.slice(0, -1) })
    },
    count: repeated ? size : Math.min(total, MAX_ROWS),
    repeated,
    isLoadingRows: results.some((result) => result.isLoading),
    at,
    objectTitle: (oid) => {
      for (const page of [first, ...results.map((result) => result.data)]) {
        const object = page?.objects.find((one) => one.oid === oid)
        if (object) return object.title
      }
      return null
    },
  }
}

/** Pages under the rows in view and the one after them, without the first, which is always there. */
export const pagesOf = (
  range: { start: number; end: number },
  size: number,
  totalPages: number,
): number[] => {
  const from = Math.max(Math.floor(range.start / size) + 1, 2)
  const to = Math.min(Math.floor(Math.max(range.end - 1, 0) / size) + 2, totalPages)
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)
}
