import { dayText, NO_DAY } from '#/analytics/columns/calendar.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { dealStatuses } from '#/analytics/columns/deal-statuses.ts'
import type { Answers, Ask, ContactRow, Rows, RowsQuestion } from './protocol.ts'
import { report, tableOf } from './report.ts'
import { select, SHOWN } from '#/analytics/columns/select.ts'
import { todayFacts } from './today.ts'

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

/** The contacts behind a figure, the newest first. */
const rowsOf = (data: Dataset, { filters, limit }: RowsQuestion): Rows => {
  const selection = select(data, filters)
  const shown: number[] = []
  for (let row = 0; row < data.rows; row++) if (selection[row] === SHOWN) shown.push(row)
  const at = (row: number) => (data.day[row] === NO_DAY ? -1 : data.day[row]! * 1440 + data.minute[row]!)
  return {
    total: shown.length,
    rows: shown
      .toSorted((a, b) => at(b) - at(a))
      .slice(0, limit)
      .map((row) => rowOf(data, row)),
  }
}

/** Every question the worker takes, over what is loaded by now. */
export const answer = {
  report: (current, compared, question) => report(current, compared, question),
  table: (current, _, { dimension, filters, won, limit }) =>
    tableOf(current, select(current, filters), dimension, new Set(won), { limit: limit ?? Infinity }),
  rows: (current, _, question) => rowsOf(current, question),
  today: todayFacts,
  deal_statuses: (current) => dealStatuses(current),
} as const satisfies {
  [A in Ask]: (
    current: Dataset,
    compared: Dataset | null,
    question: Answers[A]['question'],
  ) => Answers[A]['answer']
}
