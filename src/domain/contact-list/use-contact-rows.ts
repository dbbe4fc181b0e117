import { hashKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { callsPageQuery, isHeld, isNewestFirst, laterCallsPageQuery, type CallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { readKey } from '#/api/keys.ts'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { Unreadable } from '#/contract/field.ts'
import {
  countOf,
  doubledIn,
  lastPageOf,
  learn,
  placeOf,
  shapeOf,
  shownRows,
  type ListPage,
  type ListShape,
} from './list-shape.ts'
import { useIdleCode } from '#/ui/use-idle-code.ts'

/** One place in the list: a contact, a record that cannot be read, a page on its way, or one that did not come. */
export type ContactRow =
  | { readonly state: 'ready'; readonly call: ListedCallRead }
  | { readonly state: 'unreadable'; readonly raw: unknown }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }

/** Indexes of rows, end exclusive. */
export interface RowRange {
  readonly start: number
  readonly end: number
}

/** The list; the same object until something about it changes. */
export interface ContactRows {
  /** Null until the first page is there. */
  readonly first: CallsPage | null
  readonly error: unknown
  /** The first page of these filters has not come yet. */
  readonly isPending: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  /** The rows on screen are those of the filters before, until the answer comes. */
  readonly isPrevious: boolean
  /** When the list was asked for, as `Date.now()` says it. Its pages belong together: none is asked for again alone. */
  readonly updatedAt: number
  /** Loads the whole list again; what is shown stays until it comes. */
  readonly refetch: () => void
  /** Rows the scroll bar stands for. */
  readonly count: number
  /** Contacts that match, more than the rows where the list cannot show them all; null until it is known. */
  readonly total: number | null
  /** The service's totals do not hold, and the end has not been seen yet. */
  readonly isAbout: boolean
  /** There are more contacts than a list can hold. */
  readonly isCapped: boolean
  /** The service keeps sending the same page: only the first rows are shown (G1). */
  readonly repeated: boolean
  /** The service does not keep the order, so that rows may stand elsewhere. */
  readonly isUnordered: boolean
  /** Rows that repeat a contact shown elsewhere, and are not shown themselves. */
  readonly doubled: number
  /** The list has changed between its pages: a row may be missing. */
  readonly changed: boolean
  /** Indexes of the first rows of pages in view that did not come. */
  readonly failed: { readonly count: number; readonly retry: () => void } | null
  /** Rows in view are on their way. */
  readonly isLoadingRows: boolean
  readonly at: (index: number) => ContactRow
  /** Rows of a page of the service; null: none has come. */
  readonly pageSize: number | null
  /** Pages that a range of rows needs, without the first, which is always there. */
  readonly pagesOf: (range: RowRange) => readonly number[]
  /** A page, not the first, has come and is kept: it will not be requested. */
  readonly isAtHand: (page: number) => boolean
  /** Title of an object that some loaded page has named. */
  readonly objectTitle: (oid: string) => string | null
}

/** How often a list is asked for while it is being read. */
const READING_MS = 2_000

/** What is wrong with a list's order is told once the list is there. */
const fetchOrder = () => import('./other-order.ts')

const LOADING: ContactRow = { state: 'loading' }

/** Pages of a list besides its first: what has come of each. */
const useLaterPages = (
  scope: Scope,
  oid: string | null,
  filters: ListFilters,
  pages: readonly number[],
  list: Parameters<typeof laterCallsPageQuery>[4],
) =>
  useQueries({
    queries: pages.map((page) => laterCallsPageQuery(scope, oid, filters, page, list)),
    combine: useCallback(
      (results: readonly PageResult[]) => ({
        loaded: results.map(({ data, dataUpdatedAt, error, isError, refetch }, index) => ({
          page: pages[index] ?? 0,
          data,
          at: dataUpdatedAt,
          error: isError ? error : null,
          refetch,
        })),
        isLoadingRows: results.some((result) => result.isLoading),
      }),
      [pages],
    ),
  })

/**
 * The journal's list over server pages. The first page tells its length; the pages under `range` and the one after
 * them are asked for, so any row takes at most two requests. Pages that are scrolled past before they came are given
 * up: their queries lose their observer, and the request is aborted.
 * @param range indexes of the rows in view
 */
export const useContactRows = (
  scope: Scope,
  oid: string | null,
  filters: ListFilters,
  range: RowRange,
): ContactRows => {
  const queryClient = useQueryClient()
  const firstQuery = useQuery({
    ...callsPageQuery(scope, oid, filters, 1),
    // What our server finds it finds again as it reads on, the newest first: rows only come below.
    refetchInterval: ({ state: { data } }) =>
      data?.archive?.is === 'reading' && !isHeld(data.archive) ? READING_MS : false,
    // Rows stay until the new ones come, but never across accounts, clients or objects.
    placeholderData: (previous, query) => {
      const before = query && readKey(query.queryKey)
      const isSame =
        before?.scope.principal === scope.principal &&
        before.scope.client === scope.client &&
        before.name === (oid === null ? 'all_calls' : 'object_calls') &&
        before.asked.oid === oid
      return isSame ? previous : undefined
    },
  })
  const first = firstQuery.data ?? null
  const isPrevious = firstQuery.isPlaceholderData
  const updatedAt = firstQuery.dataUpdatedAt
  const newestFirst = isNewestFirst(filters)

  // What the pages have told lasts as long as their list.
  const initial = useMemo(
    () => (first === null ? null : shapeOf(first, updatedAt, newestFirst)),
    [first, updatedAt, newestFirst],
  )
  const [learned, setLearned] = useState<{ from: ListShape | null; shape: ListShape | null }>({
    from: null,
    shape: null,
  })
  const shape = learned.from === initial ? learned.shape : initial
  const pages = useMemo(
    () => (shape === null || isPrevious ? [] : pagesOf(range, shape)),
    [range, shape, isPrevious],
  )
  const { loaded, isLoadingRows } = useLaterPages(scope, oid, filters, pages, { first, since: updatedAt })

  if (shape !== null && first !== null && !isPrevious) {
    const listed: ListPage[] = loaded.flatMap(({ page, data, at }) => (data ? [{ page, data, at }] : []))
    const next = learn(shape, [{ page: 1, data: first, at: updatedAt }, ...listed])
    if (next !== shape) setLearned({ from: initial, shape: next })
  }

  const { error, isError, isPending, fetchStatus } = firstQuery
  const hash = hashKey(callsPageQuery(scope, oid, filters, 1).queryKey)
  const refetch = useCallback(
    () =>
      void queryClient.invalidateQueries({
        predicate: ({ queryHash }) => queryHash === hash,
      }),
    [queryClient, hash],
  )
  const order = useIdleCode(fetchOrder)
  const isOtherOrder = useMemo(
    () => first !== null && !isPrevious && order?.areUnordered(first.calls, filters) === true,
    [first, isPrevious, filters, order],
  )
  return useMemo(() => {
    const { count, about, capped } =
      shape === null ? { count: 0, about: false, capped: false } : countOf(shape)
    const byPage = new Map(loaded.map((one) => [one.page, one]))
    const broken = loaded.filter((one) => one.error !== null)
    return {
      first,
      error: isError ? error : null,
      isPending: isPending || isPrevious,
      fetchStatus,
      isPrevious,
      updatedAt,
      refetch,
      count,
      total:
        shape === null || isPrevious
          ? null
          : capped || shape.repeatedFrom !== null
            ? Math.max(shape.claimed, count)
            : count,
      isAbout: about,
      isCapped: capped,
      repeated: shape?.repeatedFrom != null,
      isUnordered: isOtherOrder,
      doubled: shape === null ? 0 : doubledIn(shape),
      changed: shape?.changed ?? false,
      failed:
        broken.length === 0
          ? null
          : { count: broken.length, retry: () => broken.forEach((one) => void one.refetch()) },
      isLoadingRows,
      at: (index) => {
        if (shape === null || first === null) return LOADING
        const { page, row } = placeOf(shape, index)
        const result = byPage.get(page)
        const data = page === 1 ? first : result?.data
        if (data) {
          const call = shownRows(shape, page, data)[row]
          if (call instanceof Unreadable) return { state: 'unreadable', raw: call.raw }
          if (call) return { state: 'ready', call }
        }
        return result?.error
          ? { state: 'failed', error: result.error, retry: () => void result.refetch() }
          : LOADING
      },
      pageSize: shape?.size ?? null,
      pagesOf: (range) => (shape === null ? [] : pagesOf(range, shape)),
      isAtHand: (page) =>
        queryClient.getQueryData(
          laterCallsPageQuery(scope, oid, filters, page, { first, since: updatedAt }).queryKey,
        ) !== undefined,
      objectTitle: (oid) => titleIn([first, ...loaded.map(({ data }) => data)], oid),
    }
  }, [
    queryClient,
    scope,
    oid,
    filters,
    shape,
    first,
    loaded,
    isLoadingRows,
    isOtherOrder,
    isPrevious,
    isPending,
    fetchStatus,
    updatedAt,
    refetch,
    error,
    isError,
  ])
}

const titleIn = (pages: readonly (CallsPage | null | undefined)[], oid: string): string | null => {
  for (const page of pages) {
    const object = page?.objects.find((one) => one.oid === oid)
    if (object) return object.title
  }
  return null
}

interface PageResult {
  readonly data: CallsPage | undefined
  readonly dataUpdatedAt: number
  readonly error: unknown
  readonly isError: boolean
  readonly isLoading: boolean
  readonly refetch: () => unknown
}

/** Pages under the rows in view and the one after them, without the first, which is always there. */
export const pagesOf = (range: RowRange, shape: ListShape): number[] => {
  const from = Math.max(placeOf(shape, range.start).page, 2)
  const to = Math.min(placeOf(shape, Math.max(range.end - 1, 0)).page + 1, lastPageOf(shape))
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)
}
