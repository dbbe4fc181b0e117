import type { Counted } from '#/analytics/columns/aliases.ts'
import { dayText, NO_DAY } from '#/contract/day.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { dealStatuses, type DealStatus } from '#/analytics/columns/deals.ts'
import { callBacks, type CallBacks } from '#/analytics/columns/call-backs.ts'
import { ofLastDays } from '#/analytics/columns/own-day.ts'
import { reachedLater, type ReachedLater } from './reached-later.ts'
import { unreturnedCalls, type UnreturnedCallsResult } from '#/analytics/columns/unreturned-calls.ts'
import { changesOf, type Changes, type ChangesQuestion } from './changes.ts'
import { firstReport, reportRest, type FirstReport, type Question, type ReportRest } from './report.ts'
import { tableOf, treeOf, treesOf, type ReportTable, type TreeRow, type ReportRow } from './tables.ts'
import { select, SHOWN, type ClockMoment, type Selection, type Days } from '#/analytics/columns/select.ts'
import type { Dimension } from '#/analytics/columns/dimensions.ts'
import { countAll } from '#/analytics/columns/aggregate.ts'
import type { Counts } from '#/analytics/columns/traits.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { objectDays, type ObjectDays } from '#/analytics/columns/object-days.ts'

export interface TodayQuestion extends Counted {
  readonly days: Days
  readonly comparedDays: Days | null
  readonly now: ClockMoment
  readonly isWhole: boolean
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

interface DaySetsQuestion extends TreeQuestion {
  readonly sets: readonly (readonly Days[])[]
  readonly isCompared?: boolean
}

/** A contact in lists that the API's filters can't express. */
export interface ReportContact {
  readonly oid: string | null
  readonly id: number
  readonly day: string | null
  readonly minute: number
  readonly caller: string | null
  readonly source: string | null
  readonly status: string | null
  /** Its address without the query. */
  readonly page: string | null
  readonly duration: number | null
}

interface CallBacksQuestion extends Counted {
  readonly now: ClockMoment
}

interface RowsQuestion extends Counted {
  readonly limit: number
}

interface Rows {
  readonly rows: readonly ReportContact[]
  readonly total: number
}

export interface TodayFacts {
  readonly figures: Counts
  readonly sources: readonly ReportRow[]
  readonly objects: readonly ObjectDays[]
}

export interface Answers {
  readonly report: { readonly question: Question; readonly answer: FirstReport }
  readonly report_rest: { readonly question: Question; readonly answer: ReportRest }
  readonly changes: { readonly question: ChangesQuestion; readonly answer: Changes }
  readonly table: { readonly question: TableQuestion; readonly answer: ReportTable }
  readonly tree: { readonly question: TreeQuestion; readonly answer: readonly TreeRow[] }
  readonly day_sets: { readonly question: DaySetsQuestion; readonly answer: readonly (readonly TreeRow[])[] }
  readonly call_backs: { readonly question: CallBacksQuestion; readonly answer: CallBacks }
  readonly not_through: { readonly question: Counted; readonly answer: UnreturnedCallsResult }
  /** For the callers of `not_through`; the days after the period take the comparison's place. */
  readonly reached_later: {
    readonly question: Counted
    readonly answer: { readonly callers: readonly ReachedLater[] }
  }
  readonly rows: { readonly question: RowsQuestion; readonly answer: Rows }
  readonly today: { readonly question: TodayQuestion; readonly answer: TodayFacts }
  readonly deal_statuses: { readonly question: Counted; readonly answer: readonly DealStatus[] }
}
export type AnswerName = keyof Answers
/** A page's question, without what the server adds: moment, coverage and working hours. */
export type PageQuestion<A extends AnswerName> = Omit<
  Answers[A]['question'],
  'now' | 'isWhole' | 'workingHours'
>

/** The question as sent: aliases and won statuses are the server's, too. */
export type SentQuestion<A extends AnswerName> = Omit<PageQuestion<A>, 'won' | 'countAs'> & {
  readonly raw?: boolean
}

export const todayFacts = (
  current: Dataset,
  compared: Dataset | null,
  { days, comparedDays, now, isWhole }: TodayQuestion,
): TodayFacts => {
  const lately = ofLastDays(current, select(current, []), now, CALL_BACK_DAYS)
  const loaded = [
    { data: current, days },
    ...(compared && comparedDays ? [{ data: compared, days: comparedDays }] : []),
  ]
  return {
    figures: countAll(current, lately),
    sources: tableOf(current, lately, 'source', new Set()).rows,
    objects: objectDays(loaded, now).map((object) =>
      // With missing contacts, a silent object can't be told from an unread one.
      isWhole ? object : { ...object, silence: null },
    ),
  }
}

const rowOf = (data: Dataset, row: number): ReportContact => {
  const value = (name: 'object' | 'caller' | 'source' | 'status' | 'page') =>
    data.by[name].values[data.by[name].codes[row]!] ?? null
  return {
    oid: value('object'),
    id: data.id[row]!,
    day: data.day[row] === NO_DAY ? null : dayText(data.day[row]!),
    minute: data.minute[row]!,
    caller: value('caller'),
    source: value('source'),
    status: value('status'),
    page: value('page'),
    duration: data.duration[row]! < 0 ? null : data.duration[row]!,
  }
}

/** First day of the newest `limit` rows; 0 if undated ones are among them. Avoids sorting a million rows to show a hundred. */
const firstDayOf = (data: Dataset, selection: Selection, limit: number): number => {
  const ofDay = new Uint32Array(NO_DAY + 1)
  for (let row = 0; row < data.rows; row++) if (selection[row] === SHOWN) ofDay[data.day[row]!]!++
  let day = NO_DAY
  for (let rows = 0; day > 0 && rows < limit; rows += ofDay[day]!) day--
  return day
}

const rowsOf = (data: Dataset, { filters, limit }: RowsQuestion): Rows => {
  const selection = select(data, filters)
  const first = firstDayOf(data, selection, limit)
  const newest: number[] = []
  let total = 0
  for (let row = 0; row < data.rows; row++) {
    if (selection[row] !== SHOWN) continue
    total++
    if (data.day[row]! >= first && (first === 0 || data.day[row] !== NO_DAY)) newest.push(row)
  }
  const at = (row: number) => (data.day[row] === NO_DAY ? -1 : data.day[row]! * 1440 + data.minute[row]!)
  return {
    total,
    rows: newest
      .toSorted((a, b) => at(b) - at(a))
      .slice(0, limit)
      .map((row) => rowOf(data, row)),
  }
}

export const answer: {
  readonly [A in AnswerName]: (
    current: Dataset,
    compared: Dataset | null,
    question: Answers[A]['question'],
  ) => Answers[A]['answer']
} = {
  report: firstReport,
  report_rest: (current, _, question) => reportRest(current, question),
  changes: changesOf,
  table: (current, _, { dimension, filters, won, limit, mostRows }) =>
    tableOf(current, select(current, filters), dimension, new Set(won), {
      limit: limit ?? Infinity,
      ...(mostRows !== undefined && { mostRows }),
    }),
  tree: (current, _, { levels, filters, won, mostRows }) =>
    treeOf(current, select(current, filters), { levels, won: new Set(won), mostRows }),
  day_sets: (current, compared, { sets, levels, filters, won, mostRows, isCompared = false }) => {
    const data = isCompared ? compared : current
    if (data === null) return sets.map(() => [])
    return treesOf(data, select(data, filters), sets, { levels, won: new Set(won), mostRows })
  },
  call_backs: (current, compared, { filters, now }) => {
    const selection = select(current, filters)
    const sources = tableOf(current, selection, 'source', new Set()).rows
    return callBacks(current, compared, selection, sources, now)
  },
  not_through: (current, _, { filters }) => unreturnedCalls(current, select(current, filters)),
  reached_later: (current, later, { filters }) => ({
    callers: later ? reachedLater(current, select(current, filters), later) : [],
  }),
  rows: (current, _, question) => rowsOf(current, question),
  today: todayFacts,
  deal_statuses: (current) => dealStatuses(current),
}
