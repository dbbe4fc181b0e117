import type { CallsPage } from '#/api/calls.ts'
import { type ApiError } from '#/api/error.ts'
import { createLoader, type Loader } from '#/api/load-contacts.ts'
import type { Shortfall } from '#/api/pages.ts'
import { dayText } from '#/contract/day.ts'
import { append, createDataset, dropFrom, type Dataset } from '#/analytics/columns/dataset.ts'
import type { Days } from '#/analytics/columns/select.ts'
import type { Scope } from '#/api/client.ts'
import type { ErrorDetails } from '#/api/worker-call.ts'

/** Whose contacts, and of which days. */
export interface LoadJob {
  readonly scope: Scope
  /** Null: all objects. */
  readonly oid: string | null
  readonly days: Days
  readonly comparedDays: Days | null
}

/**
 * Where contacts come from: pages of those of some days, oldest first, so that new ones only append. Today the journal's
 * own list; an archive of ours could take its place.
 */
export interface ContactSource {
  readonly page: (days: Days, page: number, signal: AbortSignal) => Promise<CallsPage>
}

/** How far a stretch of days has come. */
export interface LoadProgress {
  readonly loaded: number
  /** By the service's own word; null until its first answer. */
  readonly total: number | null
}

/** How loading stands. */
export interface LoadState {
  /** `stopped` by the user, `failed` for reasons of all pages: either goes on when asked to. */
  readonly is: 'loading' | 'loaded' | 'stopped' | 'failed'
  /** Another number: there are other rows than before. */
  readonly version: number
  readonly current: LoadProgress
  readonly compared: LoadProgress | null
  readonly shortfall: Shortfall | null
  readonly comparedShortfall: Shortfall | null
  /** Why it stands still; undefined: it does not. */
  readonly error: ErrorDetails | undefined
  /** Minutes east of UTC of the newest contact's clock (G6); null: none has come. */
  readonly offset: number | null
  /** Titles of the objects seen, by oid. */
  readonly objectTitles: Readonly<Record<string, string>>
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
  /**
   * Asks for what is not here yet; called again, for what failed or was cancelled. What has come stays in any case.
   * @throws ApiError that concerns every page, `aborted` among them
   */
  readonly run: (signal: AbortSignal, onRows: () => void) => Promise<LoadResult>
  /** The next run requests the last day that has come, and those after it, again. */
  readonly refresh: () => void
}

export const createLoad = (source: ContactSource, days: Days): Load => {
  const data = createDataset()
  let progress: LoadProgress = { loaded: 0, total: null }
  let kept = 0
  let loader: Loader<void>

  /** @param first day from which on contacts are asked for */
  const begin = (first: number) => {
    kept = data.rows
    progress = { loaded: kept, total: null }
    loader = createLoader<void>({
      ask: (page, signal) => source.page({ first, last: days.last }, page, signal),
      take: (calls, page) => {
        append(data, calls)
        for (const { oid, title } of page.objects) if (title) data.objectTitles.set(oid, title)
      },
    })
  }
  begin(days.first)

  return {
    days,
    data,
    progress: () => progress,
    run: async (signal, onRows) => {
      const { shortfall, error } = await loader.load(signal, (done, total) => {
        progress = { loaded: kept + done, total: kept + total }
        onRows()
      })
      data.unreadable = shortfall?.unreadable ?? 0
      return { shortfall, error }
    },
    refresh: () => {
      // What cannot be read cannot be dated: it may be of any day.
      let last = data.unreadable > 0 ? 0 : days.first
      for (let row = 0; row < data.rows; row++)
        if (data.unreadable === 0 && data.day[row]! <= days.last && data.day[row]! > last)
          last = data.day[row]!
      dropFrom(data, last)
      begin(Math.max(last, days.first))
    },
  }
}

/** What the documented list is asked for some days: explicit ones, so that figures agree (G23). */
export const filtersOfDays = ({ first, last }: Days) =>
  ({ period: 'custom', date_from: dayText(first), date_to: dayText(last), order_way: 'ASC' }) as const
