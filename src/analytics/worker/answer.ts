import { dayText, NO_DAY } from '#/contract/day.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { dealStatuses } from '#/analytics/columns/deal-statuses.ts'
import { notThrough } from '#/analytics/columns/not-through.ts'
import type { Answers, Ask, ContactRow, Rows, RowsQuestion } from './protocol.ts'
import { report, tableOf } from './report.ts'
import { select, SHOWN, type Selection } from '#/analytics/columns/select.ts'
import { todayFacts } from './today.ts'
import { treeOf } from './tree.ts'

const rowOf = (data: Dataset, row: number): ContactRow => {
  const value = (name: 'object' | 'caller' | 'source' | 'status') =>
    data.by[name].values[data.by[name].codes[row]!] ?? null
  return {
    oid: value('object'),
    id: data.id[row]!,
    day: data.day[row] === NO_DAY ? null : dayText(data.day[row]!),
    minute: data.minute[row]!,
    caller: value('caller'),
    source: value('source'),
    status: value('status'),
  }
}

/**
 * The first day of those on which the newest `limit` rows shown came; 0 when undated ones are among them: nobody sorts
 * a million rows to see a hundred.
 */
const firstDayOf = (data: Dataset, selection: Selection, limit: number): number => {
  const ofDay = new Uint32Array(NO_DAY + 1)
  for (let row = 0; row < data.rows; row++) if (selection[row] === SHOWN) ofDay[data.day[row]!]!++
  let day = NO_DAY
  for (let rows = 0; day > 0 && rows < limit; rows += ofDay[day]!) day--
  return day
}

/** The contacts behind a figure, the newest first, undated ones last. */
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

/** Every question the worker takes, over what is loaded by now. */
export const answer: {
  readonly [A in Ask]: (
    current: Dataset,
    compared: Dataset | null,
    question: Answers[A]['question'],
  ) => Answers[A]['answer']
} = {
  report: (current, compared, question) => report(current, compared, question),
  table: (current, _, { dimension, filters, won, limit }) =>
    tableOf(current, select(current, filters), dimension, new Set(won), { limit: limit ?? Infinity }),
  tree: (current, _, { levels, filters, won }) =>
    treeOf(current, select(current, filters), levels, new Set(won)),
  not_through: (current, _, { filters }) => notThrough(current, select(current, filters)),
  rows: (current, _, question) => rowsOf(current, question),
  today: todayFacts,
  deal_statuses: (current) => dealStatuses(current),
}
