import { isFullyStored } from '#/contract/archive/shapes.ts'
import { hashKey, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { callsPageQuery, isNewestFirst, laterCallsPageQuery, type CallsPage } from '#/api/calls.ts'
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

export type ContactRow =
  | { readonly state: 'ready'; readonly call: ListedCallRead }
  | { readonly state: 'unreadable'; readonly record: Unreadable }
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }

export interface RowRange {
  readonly start: number
  readonly end: number
}

export interface ContactRows {
  /** Null: loading. */
  readonly first: CallsPage | null
  readonly error: unknown
  readonly isPending: boolean
  readonly fetchStatus: 'fetching' | 'paused' | 'idle'
  /** Rows of the previous filters, until the answer arrives. */
  readonly isPrevious: boolean
  /** Epoch milliseconds. Pages belong together, so none is refreshed alone. */
  readonly updatedAt: number
  /** Reloads the list, keeping rows meanwhile. */
  readonly refetch: () => void
  /** Rows the scroll bar stands for. */
  readonly count: number
  /** Matches, possibly more than rows; null: unknown. */
  readonly total: number | null
  /** No reliable total, end unknown. */
  readonly isAbout: boolean
  /** More contacts than the limit. */
  readonly isCapped: boolean
  /** The service repeats the same page (G1). */
  readonly repeated: boolean
  /** The service doesn't respect the order. */
  readonly isUnordered: boolean
  /** Hidden duplicates. */
  readonly doubled: number
  /** Changed between pages: a row may be missing. */
  readonly changed: boolean
  /** First rows of failed visible pages. */
  readonly failed: { readonly count: number; readonly retry: () => void } | null
  /** Rows in view are on their way. */
  readonly isLoadingRows: boolean
  readonly at: (index: number) => ContactRow
  /** Rows per page; null: unknown. */
  readonly pageSize: number | null
  /** Pages of a range, except the always loaded first. */
  readonly pagesOf: (range: RowRange) => readonly number[]
  /** Cached, so it won't be requested. */
  readonly isAtHand: (page: number) => boolean
  readonly objectTitle: (oid: string) => string | null
}

const READING_MS = 2_000

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
        // By page, so that each is compared with itself when others come into view.
        loaded: Object.fromEntries(
          results.map(({ data, dataUpdatedAt, error, isError, refetch }, index): [number, LoadedPage] => [
            pages[index] ?? 0,
            { data, at: dataUpdatedAt, error: isError ? error : null, refetch },
          ]),
        ),
        isLoadingRows: results.some((result) => result.isLoading),
      }),
      [pages],
    ),
  })

/**
 * The journal's list over server pages. The first page gives the length; pages under `range` and the next are
 * requested, so any row takes at most two requests. Skipped pages lose their observer and are aborted.
 * @param range visible indexes
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
    // Archive lists grow at the end while being read.
    refetchInterval: ({ state: { data } }) =>
      data?.archive?.is === 'reading' && !isFullyStored(data.archive) ? READING_MS : false,
    // Keeps rows while loading, never across accounts, clients or objects.
    placeholderData: (previous, query) => {
      const before = query && readKey(query.queryKey)
      const isSame =
        before?.scope.principal === scope.principal &&
        before.scope.client === scope.client &&
        before.name === (oid === null ? 'all_calls' : 'object_calls') &&
        before.parameters.oid === oid
      return isSame ? previous : undefined
    },
  })
  const first = firstQuery.data ?? null
  const isPrevious = firstQuery.isPlaceholderData
  const updatedAt = firstQuery.dataUpdatedAt
  const newestFirst = isNewestFirst(filters)

  // Learned shape lasts as long as the list.
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
    const listed = Object.entries(loaded).flatMap(([page, { data, at }]): ListPage[] =>
      data ? [{ page: Number(page), data, at }] : [],
    )
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
    const broken = Object.values(loaded).filter(({ error }) => error !== null)
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
        const result = loaded[page]
        const data = page === 1 ? first : result?.data
        if (data) {
          const call = shownRows(shape, page, data)[row]
          if (call instanceof Unreadable) return { state: 'unreadable', record: call }
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
      objectTitle: (oid) => titleIn([first, ...Object.values(loaded).map(({ data }) => data)], oid),
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

interface LoadedPage {
  readonly data: CallsPage | undefined
  readonly at: number
  readonly error: unknown
  readonly refetch: () => unknown
}

interface PageResult {
  readonly data: CallsPage | undefined
  readonly dataUpdatedAt: number
  readonly error: unknown
  readonly isError: boolean
  readonly isLoading: boolean
  readonly refetch: () => unknown
}

/** Visible pages and the next one, except the first. */
export const pagesOf = (range: RowRange, shape: ListShape): number[] => {
  const from = Math.max(placeOf(shape, range.start).page, 2)
  const to = Math.min(placeOf(shape, Math.max(range.end - 1, 0)).page + 1, lastPageOf(shape))
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, index) => from + index)
}
