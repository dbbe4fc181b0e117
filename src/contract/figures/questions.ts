import type { MonthPlan } from '../month-plans/month-plans.ts'
import type { AliasRule, Spent } from '../preferences.ts'
import type { ObjectWeek } from '../working-hours/working-hours.ts'
import type { FiguresName } from './answers.ts'
import type { ChangeDimension, ChangeMetric } from './changes.ts'
import type { Dimension } from './dimensions.ts'

/* Questions about figures: what a page sends, and what the server adds. */

export interface Days {
  readonly first: number
  readonly last: number
}

/** Day since 1970 and minute, by a clock `offset` minutes east of UTC. */
export interface ClockMoment {
  readonly day: number
  readonly minute: number
  readonly offset: number | null
}

export type Bucket = 'day' | 'week' | 'month'

/** A clicked filter: values (null is "absent") of a dimension, or a stretch of days. */
export type Filter =
  | {
      readonly by: Dimension
      readonly values: readonly (string | null)[]
      readonly except?: boolean
    }
  | ({ readonly by: 'day' } & Days)

/** Replaces filters of the same dimensions by a row's own. */
export const narrowedTo = (filters: readonly Filter[], own: readonly Filter[]): Filter[] => [
  ...filters.filter(({ by }) => !own.some((one) => one.by === by)),
  ...own,
]

interface Counted {
  readonly filters: readonly Filter[]
  readonly countAs?: readonly AliasRule[]
}

interface ComparedQuestion extends Counted {
  readonly days: Days
  readonly comparedDays: Days | null
  /** Calendar months between matching days; absent: they match by position. */
  readonly comparedMonths?: number | null
  readonly won: readonly string[]
  readonly workingHours?: readonly ObjectWeek[]
  /** The current day and minute by most clocks; null: the period is over. */
  readonly now: ClockMoment | null
}

export interface Question extends ComparedQuestion {
  readonly bucket: Bucket
}

export interface ChangesQuestion extends ComparedQuestion {
  readonly metric: ChangeMetric
  /** Null: the best explanation; else all parts of this split. */
  readonly by: ChangeDimension | null
  /** Of a split's rows, greatest changes first; the others are merged. */
  readonly limit?: number
  readonly isComplete: boolean
  /** For mails and shared pages. */
  readonly isShared?: boolean
}

/** What costs are made of, as the server keeps it. */
export interface SpendRules {
  /** Of every client; only that of this one is used. */
  readonly saved: readonly Spent[]
  readonly client: string | null
  readonly object: string | null
  /** Of the month that is shown. */
  readonly plan: Pick<MonthPlan, 'month' | 'contacts' | 'target' | 'spend'> | null
  /** The days that a plan's paid share is counted from. */
  readonly share: 'read' | 'reading' | 'unread'
}

export interface TodayQuestion extends Counted {
  readonly days: Days
  readonly comparedDays: Days | null
  /** Absent: the last of the days. */
  readonly today?: number
  readonly now: ClockMoment
  readonly isComplete: boolean
  readonly spend: SpendRules
}

export interface CostsQuestion extends Counted {
  readonly days: Days
  /** Of the compared days, with their contacts as a set of their own. */
  readonly isCompared?: boolean
  readonly today: number
  /** Null: the period is over. */
  readonly now: ClockMoment | null
  readonly spend: SpendRules
}

/** Where the month of the period's end is heading. */
export interface ForecastQuestion extends Counted {
  readonly days: Days
  readonly today: number
  readonly now: ClockMoment
  readonly spend: SpendRules
}

/** A single table: of all rows, or of those below another table's row, whose path is in the filters. */
interface TableQuestion extends Counted {
  readonly dimension: Dimension
  readonly won: readonly string[]
  readonly limit: number | null
  readonly mostRows?: number
}

interface TreeQuestion extends Counted {
  readonly levels: readonly Dimension[]
  readonly won: readonly string[]
  readonly mostRows?: number
}

interface CallBacksQuestion extends Counted {
  readonly now: ClockMoment
}

interface RowsQuestion extends Counted {
  readonly limit: number
}

interface AllQuestions {
  readonly report: Question
  readonly report_rest: Question
  readonly changes: ChangesQuestion
  readonly table: TableQuestion
  readonly tree: TreeQuestion
  readonly costs: CostsQuestion
  readonly forecast: ForecastQuestion
  readonly call_backs: CallBacksQuestion
  readonly not_through: Counted
  /** For the callers of `not_through`; the days after the period take the comparison's place. */
  readonly reached_later: Counted
  readonly rows: RowsQuestion
  readonly today: TodayQuestion
  readonly deal_statuses: Counted
}
/** A question with all that the server adds. */
export type WholeQuestion<A extends FiguresName> = AllQuestions[A]
/** A page's question, without what the server adds: moment, coverage, working hours and spend. */
export type PageQuestion<A extends FiguresName> = Omit<
  AllQuestions[A],
  'now' | 'isComplete' | 'workingHours' | 'spend'
>

/** The question as sent: aliases and won statuses are the server's, too. */
export type SentQuestion<A extends FiguresName> = Omit<PageQuestion<A>, 'won' | 'countAs'> & {
  readonly raw?: boolean
}
