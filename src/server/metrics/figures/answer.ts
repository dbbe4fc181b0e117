import type { TodayQuestion, WholeQuestion } from '#/contract/figures/questions.ts'
import { dayText, NO_DAY } from '#/contract/day.ts'
import type { Dataset } from '#/server/metrics/columns/dataset.ts'
import { dealStatuses } from '#/server/metrics/columns/deals.ts'
import type { ReportContact, FiguresName, FiguresData, TodayFacts } from '#/contract/figures/answers.ts'
import { callBacks } from '#/server/metrics/columns/call-backs.ts'
import { wallMinute } from '#/server/metrics/columns/instants.ts'
import { ofLastDays } from '#/server/metrics/columns/own-day.ts'
import { reachedLater } from './reached-later.ts'
import { unreturnedCalls } from '#/server/metrics/columns/unreturned-calls.ts'
import { changesOf } from './changes.ts'
import { planForecast } from './forecast.ts'
import { firstReport, reportRest } from './report.ts'
import { pricedSources, plannedBeside, spendCosts, spendingIn } from './costs.ts'
import { tableOf, treeOf } from './tables.ts'
import { select, SHOWN, type Selection } from '#/server/metrics/columns/select.ts'
import { countAll } from '#/server/metrics/columns/aggregate.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { objectDays } from '#/server/metrics/columns/object-days.ts'

export const todayFacts = (
  current: Dataset,
  compared: Dataset | null,
  { days, comparedDays, today = days.last, now, isComplete, countAs = [], spend }: TodayQuestion,
  share: Dataset | null = null,
): TodayFacts => {
  const lately = ofLastDays(current, select(current, []), now, CALL_BACK_DAYS)
  const { rows } = tableOf(current, lately, 'source', new Set())
  const spending = spendingIn({
    days: { first: now.day + 1 - CALL_BACK_DAYS, last: now.day },
    filters: [],
    countAs,
    now,
    spend,
  })
  const loaded = [
    { data: current, days },
    ...(compared && comparedDays ? [{ data: compared, days: comparedDays }] : []),
  ]
  return {
    figures: countAll(current, lately),
    sources: pricedSources(current, lately, spending, rows),
    ...plannedBeside(spending, { spend, countAs, today }, share),
    objects: objectDays(loaded, now).map((object) =>
      // With missing contacts, a silent object can't be told from an unread one.
      isComplete ? object : { ...object, silence: null },
    ),
  }
}

const rowOf = (data: Dataset, row: number): ReportContact => {
  const value = (name: 'object' | 'caller' | 'source' | 'status' | 'page') =>
    data.by[name].values.at(data.by[name].codes[row]!) ?? null
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

const rowsOf = (data: Dataset, { filters, limit }: WholeQuestion<'rows'>): FiguresData<'rows'> => {
  const selection = select(data, filters)
  const first = firstDayOf(data, selection, limit)
  const newest: number[] = []
  let total = 0
  for (let row = 0; row < data.rows; row++) {
    if (selection[row] !== SHOWN) continue
    total++
    if (data.day[row]! >= first && (first === 0 || data.day[row] !== NO_DAY)) newest.push(row)
  }
  const at = (row: number) => (data.day[row] === NO_DAY ? -1 : wallMinute(data, row))
  return {
    total,
    rows: newest
      .toSorted((a, b) => at(b) - at(a))
      .slice(0, limit)
      .map((row) => rowOf(data, row)),
  }
}

export const answer: {
  readonly [A in FiguresName]: (
    current: Dataset,
    compared: Dataset | null,
    question: WholeQuestion<A>,
    /** Contacts of the days that a question adds: after the period, or of a plan's paid share. */
    added?: Dataset | null,
  ) => FiguresData<A>
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
  costs: (current, compared, question, share = null) =>
    spendCosts(question.isCompared ? compared : current, question, share),
  call_backs: (current, compared, { filters, now }) => {
    // A caller's chance doesn't depend on what else is shown.
    const sources = tableOf(current, select(current, []), 'source', new Set()).rows
    return callBacks(current, compared, select(current, filters), sources, now)
  },
  not_through: (current, _, { filters }) => unreturnedCalls(current, select(current, filters)),
  forecast: (current, _, question) => planForecast(current, question),
  reached_later: (current, _, { filters }, later) => ({
    callers: later ? reachedLater(current, select(current, filters), later) : [],
  }),
  rows: (current, _, question) => rowsOf(current, question),
  today: todayFacts,
  deal_statuses: (current) => dealStatuses(current),
}
