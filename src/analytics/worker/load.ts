import type { CallsPage } from '#/api/calls.ts'
import type { ApiError } from '#/api/error.ts'
import { createLoader, type ListLoader } from '#/api/load-contacts.ts'
import { isWhole, type Gap, type Shortfall } from '#/api/pages.ts'
import { dayText } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import { append, createDataset, dropFrom, setUnreadable, type Dataset } from '#/analytics/columns/dataset.ts'
import type { Days } from '#/analytics/columns/select.ts'
import { pageDatesOf, unreadDaysIn, type PageDates } from '#/analytics/columns/unread-days.ts'
import type { Scope } from '#/api/client.ts'
import type { ErrorDetails } from '#/api/worker/worker-call.ts'

/** Whose contacts, and of which days. */
export interface LoadJob {
  readonly scope: Scope
  /** Null: all objects. */
  readonly oid: string | null
  readonly days: Days
  readonly comparedDays: Days | null
}

/**
 * Pages of the contacts of some days as the service gives them, newest first, since the last days are what is asked
 * about most.
 */
export interface ContactSource {
  readonly page: (days: Days, page: number, signal: AbortSignal) => Promise<CallsPage>
}

/** How far a stretch of days has come. */
export interface LoadProgress {
  readonly loaded: number
  /** The service's own `total_objects`, never what has come; null until its first answer. */
  readonly total: number | null
  /** Days that contacts may be missing of: still to be read, or impossible to read. The oldest first. */
  readonly unread: readonly Days[]
}

/** Where contacts come from: our server's archive, or the service's pages. */
type LoadSource =
  | {
      readonly is: 'archive'
      /** When the last day that is held was read, as ISO; null: none is. */
      readonly asOf: string | null
      /** And the one that was read first of all: what changes late is known as of then. */
      readonly oldest: string | null
    }
  | { readonly is: 'pages' }

/** Who counts the contacts; `browser-instead`: our server should have, and could not. */
export type CountedBy = 'browser' | 'browser-instead' | 'server'

/** How loading stands. */
export interface LoadState {
  /** `stopped` by the user, `failed` for reasons of all pages: either goes on when asked to. */
  readonly is: 'loading' | 'loaded' | 'stopped' | 'failed'
  /** Another number: there are other rows than before. */
  readonly version: number
  readonly current: LoadProgress
  readonly compared: LoadProgress | null
  readonly source: LoadSource
  readonly countedBy: CountedBy
  readonly shortfall: Shortfall | null
  readonly comparedShortfall: Shortfall | null
  /** Why it stands still; undefined: it does not. */
  readonly error: ErrorDetails | undefined
  /** Minutes east of UTC of the objects' clocks (G6), that of the most contacts first; empty: none is known. */
  readonly clocks: readonly number[]
  /** Titles of the objects seen. Pairs: a service may call an object `__proto__`, which is no key of a plain object. */
  readonly objectTitles: readonly (readonly [oid: string, title: string])[]
}

export interface LoadResult {
  readonly shortfall: Shortfall | null
  /** Why the last of the failed pages did not come. */
  readonly error: ApiError | null
}

/** What our server should know of a request for contacts. */
export interface HowToRead {
  /** No user has asked for it: it does not prolong the session. */
  readonly background?: boolean
  /** Days that could not be read not long ago are tried again at once. */
  readonly isRetry?: boolean
}

/** The contacts of some days, and how they come. */
export interface Load {
  readonly days: Days
  readonly data: Dataset
  readonly progress: () => LoadProgress
  readonly source: () => LoadSource
  /**
   * Asks for what is not here yet; called again, for what failed or was cancelled. What has come stays in any case.
   * @throws ApiError that concerns every page, `aborted` among them
   */
  readonly run: (signal: AbortSignal, onRows: () => void, how?: HowToRead) => Promise<LoadResult>
  /** The next run requests the last day that has come, and those after it, again. */
  readonly refresh: () => void
}

const LASTING: ReadonlySet<Gap> = new Set<Gap>(['short', 'changed', 'repeated'])

export const createLoad = (source: ContactSource, days: Days): Load => {
  const data = createDataset()
  let count: Pick<LoadProgress, 'loaded' | 'total'> = { loaded: 0, total: null }
  let kept = 0
  let loader: ListLoader<void>
  let unread: () => readonly Days[]
  /** Nothing is missing, and everything can be dated. */
  let hasAll = false
  /** The list was not the same throughout: its pages do not fit together, whatever comes of the missing ones. */
  let hasMoved = false
  let reading: 'under-way' | 'partial' | 'whole' = 'under-way'

  /** @param first day from which on contacts are asked for */
  const begin = (first: number) => {
    kept = data.rows
    const asked = { first, last: days.last }
    const pages = new Map<number, PageDates>()
    count = { loaded: kept, total: null }
    reading = 'under-way'
    unread = () => {
      if (reading === 'whole') return []
      const missing = unreadDaysIn(loader.holes(), pages, asked)
      // Where in the list it is cannot be told.
      return missing.length === 0 && reading === 'partial' ? [asked] : missing
    }
    loader = createLoader<void>({
      ask: async (page, signal) => {
        const answer = await source.page(asked, page, signal)
        pages.set(page, pageDatesOf(answer.calls.filter(isReadable).map(({ date }) => date)))
        return answer
      },
      take: (calls, page) => {
        // Oldest first within a page: of two contacts of one minute the later says what a deal is worth.
        append(data, calls.toReversed())
        for (const { oid, title } of page.objects) if (title) data.objectTitles.set(oid, title)
      },
    })
  }
  begin(days.first)

  return {
    days,
    data,
    progress: () => ({ ...count, unread: unread() }),
    source: () => ({ is: 'pages' }),
    run: async (signal, onRows, { isRetry = false } = {}) => {
      if (isRetry && hasMoved) {
        dropFrom(data, 0)
        begin(days.first)
      }
      reading = 'under-way'
      const { shortfall, error } = await loader.load(signal, (done, total) => {
        count = { loaded: kept + done, total: kept + total }
        onRows()
      })
      setUnreadable(data, shortfall?.unreadable ?? 0)
      hasAll = shortfall === null || shortfall.gaps.every((gap) => gap === 'doubled')
      hasMoved = shortfall?.gaps.some((gap) => LASTING.has(gap)) === true
      reading = shortfall === null || isWhole(shortfall.gaps) ? 'whole' : 'partial'
      return { shortfall, error }
    },
    refresh: () => {
      // What cannot be read cannot be dated, and what has not come neither: it may be of any day.
      let last = hasAll ? days.first : 0
      for (let row = 0; row < data.rows; row++)
        if (hasAll && data.day[row]! <= days.last && data.day[row]! > last) last = data.day[row]!
      dropFrom(data, last)
      begin(Math.max(last, days.first))
    },
  }
}

/** What the documented list is asked for some days: explicit ones, so that figures agree (G23). Newest first is its own order. */
export const filtersOfDays = ({ first, last }: Days) =>
  ({ period: 'custom', date_from: dayText(first), date_to: dayText(last) }) as const
