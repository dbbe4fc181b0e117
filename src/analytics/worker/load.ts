import type { CallsPage } from '#/api/calls.ts'
import type { ApiError } from '#/api/error.ts'
import { createLoader, type Loader } from '#/api/load-contacts.ts'
import type { Shortfall } from '#/api/pages.ts'
import { dayNumber, dayText, isDay } from '#/contract/day.ts'
import { isReadable } from '#/contract/field.ts'
import { append, createDataset, dropFrom, setUnreadable, type Dataset } from '#/analytics/columns/dataset.ts'
import type { Days } from '#/analytics/columns/select.ts'
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
  /** By the service's own word; null until its first answer. */
  readonly total: number | null
  /** Days of which nothing is known yet; of the day after them perhaps not everything. Null: there are none. */
  readonly unread: Days | null
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

/** The contacts of some days, and how they come. */
export interface Load {
  readonly days: Days
  readonly data: Dataset
  readonly progress: () => LoadProgress
  readonly source: () => LoadSource
  /**
   * Asks for what is not here yet; called again, for what failed or was cancelled. What has come stays in any case.
   * @param background no user has asked for it, so that it does not prolong the session where our server is asked
   * @throws ApiError that concerns every page, `aborted` among them
   */
  readonly run: (signal: AbortSignal, onRows: () => void, background?: boolean) => Promise<LoadResult>
  /** The next run requests the last day that has come, and those after it, again. */
  readonly refresh: () => void
}

/** The day of the last contact of a page that has a date; null: none has. */
const lastDayOf = ({ calls }: CallsPage): number | null => {
  const days = calls.filter(isReadable).map(({ date }) => date?.slice(0, 10) ?? '')
  const last = days.findLast(isDay)
  return last === undefined ? null : dayNumber(last)
}

export const createLoad = (source: ContactSource, days: Days): Load => {
  const data = createDataset()
  let progress: LoadProgress = { loaded: 0, total: null, unread: days }
  let kept = 0
  let loader: Loader<void>
  let unreadNow: () => Days | null
  let hasAll = false
  /** Of each page, the day of its last contact that has one: as far back as the page reaches. */
  let reaches = new Map<number, number | null>()

  /** @param first day from which on contacts are asked for */
  const begin = (first: number) => {
    kept = data.rows
    reaches = new Map()
    /** Pages come four at a time and in any order: a day counts as read when every page before it is here. */
    const unread = (): Days | null => {
      let last = days.last
      for (let page = 1; reaches.has(page); page++) last = Math.min(last, (reaches.get(page) ?? last + 1) - 1)
      return last < first ? null : { first, last }
    }
    progress = { loaded: kept, total: null, unread: unread() }
    unreadNow = unread
    loader = createLoader<void>({
      ask: async (page, signal) => {
        const answer = await source.page({ first, last: days.last }, page, signal)
        reaches.set(page, lastDayOf(answer))
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
    progress: () => progress,
    source: () => ({ is: 'pages' }),
    run: async (signal, onRows) => {
      const { shortfall, error } = await loader.load(signal, (done, total) => {
        progress = { loaded: kept + done, total: kept + total, unread: done < total ? unreadNow() : null }
        onRows()
      })
      setUnreadable(data, shortfall?.unreadable ?? 0)
      hasAll = shortfall === null || shortfall.gaps.every((gap) => gap === 'doubled')
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
