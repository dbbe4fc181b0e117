import type { ListFilters } from '#/contract/archive/filters.ts'
import { isMerged, statusCodes } from '#/contract/call-filters.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { contactKey, type CallsPage } from '#/api/calls.ts'
import { createLoader, type LoadedContacts, type Loader } from '#/api/load-contacts.ts'
import type { Gap, Shortfall } from '#/api/pages.ts'
import { createRequestQueue } from '#/api/queue.ts'
import { NO_KEY, beginsAbsent, compareKeys, filledKeys, sortKeyOf, type SortKey } from './sort-key.ts'

export type AskPage = (filters: ListFilters, page: number, signal: AbortSignal) => Promise<CallsPage>

interface ListLoaderOptions<Row> {
  readonly ask: AskPage
  /** Whoever is asked has several statuses in one list. */
  readonly isOne?: boolean
  /** Turns contacts into what is kept of them, one row each. */
  readonly take: (calls: readonly ListedCallRead[], page: CallsPage) => Row[]
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A row of one of the lists that are merged, and where it belongs among the others. */
interface KeyedRow<Row> {
  readonly id: string
  readonly key: SortKey
  readonly row: Row
}

/** Loads a whole journal; one of several statuses, such as "Missed", as their lists in one order (G27). */
export const createListLoader = <Row>(
  filters: ListFilters,
  { ask, isOne = false, take, ...options }: ListLoaderOptions<Row>,
): Loader<Row[]> => {
  if (isOne || !isMerged(filters))
    return createLoader({ ...options, take, ask: (page, signal) => ask(filters, page, signal) })

  const requests = createRequestQueue()
  const keyOf = sortKeyOf(filters)
  const loaders = statusCodes(filters).map((status_filter) =>
    createLoader<KeyedRow<Row>[]>({
      ...options,
      requests,
      ask: (page, signal) => ask({ ...filters, status_filter }, page, signal),
      take: (calls, page) => {
        const keys = filledKeys(calls, keyOf, null)
        const rows = take(calls, page)
        return calls.flatMap((call, at) => {
          const row = rows[at]
          return row === undefined ? [] : [{ id: contactKey(call), key: keys[at] ?? NO_KEY, row }]
        })
      },
    }),
  )
  return {
    load: async (signal, onProgress) => {
      // One that fails for good fails all of them.
      const stop = new AbortController()
      const either = AbortSignal.any([signal, stop.signal])
      const progress = loaders.map((): [done: number, total: number] => [0, 0])
      const parts = await Promise.all(
        loaders.map((loader, at) =>
          loader.load(either, (...one) => {
            progress[at] = one
            onProgress(
              progress.reduce((sum, [done]) => sum + done, 0),
              progress.reduce((sum, [, total]) => sum + total, 0),
            )
          }),
        ),
      ).finally(() => stop.abort())
      return mergedParts(parts)
    },
  }
}

/** Whole lists as one: each row once, in the order of all. */
const mergedParts = <Row>(parts: readonly LoadedContacts<KeyedRow<Row>[]>[]): LoadedContacts<Row[]> => {
  const ids = new Set<string>()
  // A contact whose status has changed meanwhile may be in two of them.
  const lists = parts.map(({ chunks }) =>
    chunks.flat().filter(({ id }) => {
      const isNew = !ids.has(id)
      ids.add(id)
      return isNew
    }),
  )
  const rows = merged(lists)
  return {
    chunks: [rows],
    count: rows.length,
    shortfall: sumOf(parts, rows.length),
    error: parts.find(({ error }) => error !== null)?.error ?? null,
  }
}

/** The first of the rows the lists begin with, again and again: each list keeps the order it has. */
const merged = <Row>(lists: readonly (readonly KeyedRow<Row>[])[]): Row[] => {
  const areAbsentFirst = lists.some((list) => beginsAbsent(list.map(({ key }) => key)))
  const isBefore = (a: SortKey, b: SortKey) => compareKeys(a, b, { areAbsentFirst, hasTies: true }) < 0
  const places = lists.map(() => 0)
  const rows: Row[] = []
  for (;;) {
    let best: { readonly row: KeyedRow<Row>; readonly at: number } | null = null
    for (const [at, list] of lists.entries()) {
      const row = list[places[at] ?? 0]
      if (row && (best === null || isBefore(row.key, best.row.key))) best = { row, at }
    }
    if (best === null) return rows
    rows.push(best.row.row)
    places[best.at] = (places[best.at] ?? 0) + 1
  }
}

const sumOf = (parts: readonly LoadedContacts<unknown>[], loaded: number): Shortfall | null => {
  const known = parts.flatMap(({ shortfall }) => (shortfall === null ? [] : [shortfall]))
  const all = parts.reduce((sum, { count, shortfall }) => sum + (shortfall?.total ?? count), 0)
  // What stands in two of the lists has moved from one to the other: they are of different moments.
  const moved = parts.reduce((sum, { count }) => sum + count, 0) - loaded
  if (known.length === 0 && moved === 0) return null
  const total = (of: 'unreadable' | 'doubled') => known.reduce((sum, one) => sum + one[of], 0)
  const gaps = new Set<Gap>([...known.flatMap((one) => one.gaps), ...(moved > 0 ? ['changed' as const] : [])])
  return {
    loaded,
    total: all,
    unreadable: total('unreadable'),
    doubled: total('doubled'),
    faulty: known.flatMap((one) => one.faulty),
    gaps: [...gaps],
  }
}
