import type { Scope } from '#/api/client.ts'
import type { Shortfall } from '#/api/pages.ts'
import type { ErrorDetails } from '#/api/worker-call.ts'
import type { CountAsRule } from '#/contract/preferences.ts'
import type { Dimension } from '#/analytics/columns/dataset.ts'
import type { NotThroughResult } from '#/analytics/columns/not-through.ts'
import type { DealStatus } from '#/analytics/columns/deal-statuses.ts'
import type { LoadProgress } from './load.ts'
import type { Days, Question, Report, Table } from './report.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import type { TodayFacts } from './today.ts'
import type { TreeRow } from './tree.ts'

/*
 * What the page and its analytics worker say to each other.
 */

/** Whose contacts, and of which days. */
export interface Job {
  readonly scope: Scope
  /** Null: all objects. */
  readonly oid: string | null
  readonly days: Days
  readonly comparedDays: Days | null
}

/** What every question may say. */
export interface Counted {
  readonly filters: readonly Filter[]
  /** Names that count as others; absent: none do. */
  readonly countAs?: readonly CountAsRule[]
}

/** What there is to do today. */
export interface TodayQuestion extends Counted {
  readonly days: Days
  readonly comparedDays: Days | null
  readonly now: { readonly day: number; readonly minute: number }
  /** Of the clock that says `now`, minutes east of UTC; null: no contact has one. */
  readonly offset: number | null
  /** Every contact of these days is loaded. */
  readonly isWhole: boolean
}

/** One table for itself: of all its rows, or of what stands below a row of another, whose filters lead down to it. */
export interface TableQuestion extends Counted {
  readonly dimension: Dimension
  readonly won: readonly string[]
  readonly limit: number | null
}

/** Rows of every level of a tree, from the coarse to the fine. */
export interface TreeQuestion extends Counted {
  readonly levels: readonly Dimension[]
  readonly won: readonly string[]
}

/** One contact, for lists that the API's own filters cannot express. */
export interface ContactRow {
  readonly oid: string | null
  readonly id: number
  readonly day: string | null
  readonly minute: number
  readonly caller: string | null
  readonly source: string | null
  readonly status: string | null
}

export interface RowsQuestion extends Counted {
  readonly limit: number
}

export interface Rows {
  readonly rows: readonly ContactRow[]
  readonly total: number
}

/** Answers by the kind of question. */
export interface Answers {
  readonly report: { readonly question: Question; readonly answer: Report }
  readonly table: { readonly question: TableQuestion; readonly answer: Table }
  readonly tree: { readonly question: TreeQuestion; readonly answer: readonly TreeRow[] }
  readonly not_through: { readonly question: Counted; readonly answer: NotThroughResult }
  readonly rows: { readonly question: RowsQuestion; readonly answer: Rows }
  readonly today: { readonly question: TodayQuestion; readonly answer: TodayFacts }
  readonly deal_statuses: { readonly question: Counted; readonly answer: readonly DealStatus[] }
}
export type Ask = keyof Answers

/** How loading stands. */
export interface LoadState {
  /** `stopped` by the person, `failed` for reasons of all pages: either goes on when asked to. */
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

/** What the worker can be called for: every question, and its loading. */
export interface AnalyticsCalls extends Answers {
  /**
   * Loads the job's days, or goes on with what failed or was stopped; answers when it stands still. A worker takes one job
   * only: another one needs another worker, so that nothing of a client stays for the next.
   */
  readonly load: {
    readonly question: {
      readonly job: Job
      /** The last day that has come and those after it are asked for again. */
      readonly isRefreshed: boolean
    }
    readonly progress: LoadState
    readonly answer: LoadState
  }
  /** Ends loading; what has come stays. */
  readonly stop: { readonly question: null; readonly answer: null }
}
