import { createCounting } from '#/analytics/columns/aliases.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import { answer } from '#/analytics/figures/answer.ts'
import type { Question } from '#/analytics/figures/report.ts'
import { DAYS, FIRST_DAY } from './contacts.ts'

/*
 * What the overview asks of its worker at a click.
 */

const LAST_DAY = FIRST_DAY + DAYS - 1
const days = { first: FIRST_DAY, last: LAST_DAY }
const questionOf = (...filters: Filter[]): Question => ({
  filters,
  days,
  comparedDays: null,
  bucket: 'week',
  won: ['Won'],
  now: { day: LAST_DAY, minute: 900, offset: 180 },
})
const source: Filter = { by: 'source', values: ['Source 3'] }
const some: Filter = { by: 'source', values: ['Source 0'] }

const CLICKS = {
  'a source': [source],
  'the largest source': [some],
  'all sources but one': [{ ...some, except: true }],
  'a campaign': [source, { by: 'campaign', values: ['campaign-0'] }],
  'a search request': [{ by: 'search_request', values: ['buy a flat in house 0'] }],
  'a page': [{ by: 'page', values: ['https://example.com/catalogue/page-0/'] }],
  'a region': [{ by: 'region', values: ['Region 0'] }],
  'a manager': [{ by: 'manager', values: ['Manager 0'] }],
  calls: [{ by: 'channel', values: ['call'] }],
  'a service': [{ by: 'service', values: ['Call tracking'] }],
  answered: [{ by: 'status', values: ['2'] }],
  'first-time': [{ by: 'kind', values: ['first_time'] }],
  target: [{ by: 'target', values: ['target'] }],
  'a weekday': [{ by: 'weekday', values: ['0'] }],
  'an hour': [{ by: 'hour', values: ['11'] }],
  'a cell of the heat map': [{ by: 'hour_of_week', values: ['35'] }],
  'some weeks': [{ by: 'day', first: FIRST_DAY + 70, last: FIRST_DAY + 200 }],
  'six things at once': [
    some,
    { by: 'region', values: ['Region 0'] },
    { by: 'kind', values: ['first_time'] },
    { by: 'target', values: ['target'] },
    { by: 'weekday', values: ['1'] },
    { by: 'day', first: FIRST_DAY + 70, last: FIRST_DAY + 200 },
  ],
} as const satisfies Record<string, readonly Filter[]>

const counting = createCounting()

/** Everything by what it is called; each gives its answer, of which only the time is looked at. */
export const overviewOf = (data: Dataset): Readonly<Record<string, () => unknown>> => {
  const counted = { filters: [source] }
  return {
    'report, right after rows have come': () => {
      data.changes++
      return answer.report(data, null, questionOf())
    },
    'the rest, right after that': () => answer.report_rest(data, null, questionOf()),
    ...Object.fromEntries(
      Object.entries({ 'nothing clicked': [], ...CLICKS }).flatMap(([name, filters]) => [
        [`report, ${name}`, () => answer.report(data, null, questionOf(...filters))],
        [`the rest, ${name}`, () => answer.report_rest(data, null, questionOf(...filters))],
      ]),
    ),
    'report, beside a comparison of as many': () =>
      answer.report(halfOf(data), halfOf(data), { ...questionOf(source), comparedDays: days }),
    'report, two names counted as one': () =>
      answer.report(
        counting(data, [{ by: 'source', raw: 'Source 1', as: 'Source 0' }], 0),
        null,
        questionOf(some),
      ),
    'table of campaigns below a source': () =>
      answer.table(data, null, { ...counted, dimension: 'campaign', won: [], limit: null }),
    'table of all search requests': () =>
      answer.table(data, null, { filters: [], dimension: 'search_request', won: [], limit: null }),
    today: () =>
      answer.today(data, null, {
        filters: [],
        days,
        comparedDays: null,
        now: { day: LAST_DAY, minute: 900, offset: 180 },
        isWhole: true,
      }),
    'rows behind a figure': () => answer.rows(data, null, { filters: [some], limit: 500 }),
    'rows behind all': () => answer.rows(data, null, { filters: [], limit: 500 }),
    'statuses of deals': () => answer.deal_statuses(data, null, { filters: [] }),
  }
}

const halves = new WeakMap<Dataset, Dataset>()
/** The first half of the rows: with another half, a million. */
const halfOf = (data: Dataset): Dataset => {
  const half = halves.get(data) ?? { ...data, rows: Math.floor(data.rows / 2) }
  halves.set(data, half)
  return half
}
