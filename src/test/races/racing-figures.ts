import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import type { FirstReport, ReportRest, ReportTable } from '#/contract/figures/answers.ts'
import { TABLES } from '#/server/metrics/figures/tables.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'

/* Figures of a service that names in every row whose it is. */

const counts = Object.fromEntries(COUNTS.map((name) => [name, 1])) as unknown as Counts
const deals = { deals: 0, won: 0, sums: [] }
const figures = {
  ...counts,
  ...deals,
  callers: 1,
  reached: 1,
  median_duration: null,
  not_through: 0,
  in_hours: null,
}

const tableOf = (value: string): ReportTable => ({
  rows: [{ ...counts, ...deals, value }],
  total: 1,
  contacts: 1,
  whole: counts,
})

const report = (row: string): FirstReport => ({
  figures,
  compared: null,
  comparison: null,
  trend: [],
  comparedTrend: null,
  tables: { source: tableOf(row) },
  unreturnedCalls: [],
  leftOut: { undated: 0, unreadable: 0, untimed: 0, absurd: 0, unnumbered: 0 },
})
const rest = (row: string): ReportRest => ({
  heat: [],
  tables: Object.fromEntries(
    TABLES.filter((name) => name !== 'source').map((name) => [name, tableOf(row)]),
  ) as ReportRest['tables'],
})

const stateOf = (is: ReadingState['is'], title: string): ReadingState => ({
  is,
  version: is,
  rules: '1',
  current: { loaded: 4, total: 4, unread: [] },
  compared: null,
  asOf: null,
  oldest: null,
  shortfall: null,
  comparedShortfall: null,
  error: null,
  now: { day: 20_777, minute: 0, offset: 180 },
  clocks: [180],
  objectTitles: [['o1', title]],
})

/** @param path ends with the name of the question @param title of the object @param row of every table */
export const racingFigures = (
  path: string,
  body: { readonly after?: string },
  { title, row }: { readonly title: string; readonly row: string },
): unknown => {
  if (path.includes('/reading')) return stateOf(body.after === undefined ? 'loading' : 'loaded', title)
  const name = path.split('/').at(-1)
  const answer = name === 'report' ? report(row) : name === 'report_rest' ? rest(row) : tableOf(row)
  return { state: stateOf('loaded', title), answer }
}
