import { dayNumber } from '#/contract/day.ts'
import { append, createDataset, type Dataset } from '#/analytics/columns/dataset.ts'
import { answer } from '#/analytics/worker/answer.ts'
import { wholeReport } from '#/analytics/worker/report.ts'
import type { AnalyticsSession } from '#/analytics/session.ts'
import type { LoadState } from '#/analytics/worker/load.ts'
import { listedCall } from '#/contract/call.ts'
import { filtersOf } from '#/features/overview/data/job.ts'
import { ALL_READ } from '#/domain/loading/unread-days.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import type { ExportContext } from './conditions.ts'
import type { PanelSubject } from './panel-file.ts'

/*
 * An overview without a screen: contacts of three weeks of one November, and every answer from the analytics themselves.
 */

const SOURCES = ['Paid search', '=cmd', null, 'Maps'] as const
const REGIONS = ['Москва', 'Berlin', null] as const
const STATUSES = [2, 3, 8, 2, 1] as const

/** As many contacts as asked for, each other than the next, in an order that never changes. */
const contacts = (count: number, month: string) =>
  Array.from({ length: count }, (_, index) => {
    const day = String(1 + (index % 20)).padStart(2, '0')
    return listedCall.lenient.parse({
      id: index + 1,
      obj_oid: 'a',
      date: `${month}-${day}T${String(8 + (index % 11)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:00+03:00`,
      src: SOURCES[index % SOURCES.length],
      utm: index % 3 === 0 ? null : `utm_campaign=autumn_${index % 4}`,
      search_request: index % 5 === 0 ? `окна ${index % 7}` : null,
      region: REGIONS[index % REGIONS.length],
      status: STATUSES[index % STATUSES.length],
      target: index % 2 === 0 ? index % 4 === 0 : null,
      duration: STATUSES[index % STATUSES.length] === 2 ? 30 + index : null,
      phone_number_from: index % 9 === 8 ? null : `7495${String(1_000_000 + (index % 40))}`,
      caller: index % 9 === 8 ? null : `+7495${String(1_000_000 + (index % 40))}`,
      call_type: { id: 1, name: index % 3 === 0 ? 'COMMON' : 'REPEATED' },
      customer_status:
        index % 8 === 0 ? { id: index, status: 'New', source: 'CRM', price: 1000 + index } : null,
    })
  })

const dataOf = (count: number, month: string): Dataset => {
  const data = createDataset()
  append(data, contacts(count, month))
  return data
}

const DAYS = { from: '2026-11-01', to: '2026-11-20' }
const BEFORE = { from: '2026-10-01', to: '2026-10-20' }

/** @param search what the address narrows it by */
export const exportContext = (
  search: OverviewSearch = {},
  more: Partial<ExportContext> & { readonly state?: Partial<LoadState> } = {},
): PanelSubject => {
  const [current, compared] = [dataOf(240, '2026-11'), dataOf(200, '2026-10')]
  const numbers = (days: typeof DAYS) => ({ first: dayNumber(days.from), last: dayNumber(days.to) })
  const question = {
    filters: filtersOf(search),
    days: numbers(DAYS),
    comparedDays: numbers(BEFORE),
    bucket: 'day' as const,
    won: [],
    countAs: [],
    now: null,
  }
  const { state, ...context } = more
  const analytics: AnalyticsSession = {
    ask: (ask, asked) =>
      Promise.resolve((answer[ask] as (...all: unknown[]) => never)(current, compared, asked)),
    resume: () => {},
    stop: () => {},
    refresh: () => {},
    view: () => ({ id: 1, state: null, toldAt: 1, loadedAt: 1, defect: null }),
    progress: () => ({ state: null, speed: null }),
  }
  const first = answer.report(current, compared, question)
  const rest = answer.report_rest(current, compared, question)
  const report = wholeReport(first, rest)
  return {
    report,
    overview: {
      ...question,
      job: 'of a test',
      search,
      today: '2026-11-21',
      days: DAYS,
      comparedDays: BEFORE,
      question,
      state: {
        is: 'loaded',
        version: 1,
        current: { loaded: current.rows, total: current.rows, unread: [] },
        compared: { loaded: compared.rows, total: compared.rows, unread: [] },
        shortfall: null,
        countedBy: 'browser',
        comparedShortfall: null,
        source: { is: 'pages' },
        error: undefined,
        clocks: [180],
        objectTitles: [['a', 'Northline']],
        ...state,
      },
      first,
      rest,
      report,
      unread: ALL_READ,
      offset: 180,
      failure: null,
      isBroken: false,
      restart: () => {},
      sessionId: 1,
      loadedAt: 1,
      analytics,
      toggle: () => {},
      change: () => {},
      look: () => {},
      objectTitle: (oid) => (oid === 'a' ? 'Northline' : oid),
    },
    object: null,
    client: null,
    hidden: new Set(),
    ...context,
  }
}
