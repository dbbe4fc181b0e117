import { dayNumber } from '#/contract/day.ts'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import { joinReport } from '#/features/overview/data/overview-provider.tsx'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { listedCall } from '#/contract/call.ts'
import { filtersOf } from '#/features/overview/data/job.ts'
import { ALL_READ } from '#/domain/figures/unread-days.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import type { ExportContext } from './conditions.ts'
import type { PanelSubject } from './panel-file.ts'

/* Overview without a screen: three weeks of contacts of one November, answered by the real analytics. */

const SOURCES = ['Paid search', '=cmd', null, 'Maps'] as const
const REGIONS = ['Москва', 'Berlin', null] as const
const STATUSES = [2, 3, 8, 2, 1] as const

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

/** @param search filters of the address */
export const exportContext = (
  search: OverviewSearch = {},
  more: Partial<ExportContext> & { readonly state?: Partial<ReadingState> } = {},
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
  const first = answer.report(current, compared, question)
  const rest = answer.report_rest(current, compared, question)
  const report = joinReport(first, rest)
  return {
    report,
    overview: {
      ...question,
      jobOfFigures: {
        scope: { principal: 'p', client: null },
        oid: null,
        days: question.days,
        comparedDays: question.comparedDays,
      },
      job: 'of a test',
      search,
      today: DAYS.to,
      days: DAYS,
      comparedDays: BEFORE,
      question,
      progress: null,
      state: {
        is: 'loaded',
        version: '1',
        rules: '1',
        current: { loaded: current.rows, total: current.rows, unread: [] },
        compared: { loaded: compared.rows, total: compared.rows, unread: [] },
        shortfall: null,
        comparedShortfall: null,
        asOf: null,
        oldest: null,
        error: null,
        now: { day: 0, minute: 0, offset: 180 },
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
      retry: () => {},
      stop: () => {},
      refresh: () => {},
      ask: (name, overrides) =>
        Promise.resolve(
          (answer[name] as (...all: unknown[]) => never)(current, compared, {
            now: null,
            isComplete: true,
            ...overrides,
          }),
        ),
      loadedAt: 1,
      toggle: () => {},
      change: () => {},
      replace: () => {},
      isFormer: false,
      uncounted: null,
      objectTitle: (oid) => (oid === 'a' ? 'Northline' : oid),
    },
    object: null,
    client: null,
    hidden: new Set(),
    ...context,
  }
}
