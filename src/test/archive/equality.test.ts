/** @module-tag all */
// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { NO_SPEND } from '#/server/metrics/figures/costs.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import type { FiguresName, FiguresData } from '#/contract/figures/answers.ts'
import type { PageQuestion, ClockMoment, Days } from '#/contract/figures/questions.ts'
import { append, createDataset, setUnreadable, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { contactKey, contactsOn, fetchCallsPage } from '#/api/calls.ts'
import { askFigures, readJob, type FiguresJob } from '#/api/figures/figures.ts'
import { readPages } from '#/api/pages.ts'
import type { Scope } from '#/api/client.ts'
import { dayNumber, dayText } from '#/contract/day.ts'
import type { SampleAccount, Session } from '#/contract/session.ts'
import { managedClients, type ApiServer } from '#/test/api-server.ts'
import { ordered } from '#/test/ordered.ts'
import { startArchivedService } from './archived-service.ts'

/* Figures equal counts over the service's pages, on the first visit and from the archive. */

let api: ApiServer
beforeAll(async () => {
  api = await startArchivedService()
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  process.env['TZ'] = ZONE
  await api.close()
  vi.useRealTimers()
})

const never = new AbortController().signal
const day = dayNumber
const TODAY = day('2026-11-20')
const PERIODS: Readonly<Record<string, readonly [days: Days, compared: Days]>> = {
  today: [
    { first: TODAY, last: TODAY },
    { first: TODAY - 1, last: TODAY - 1 },
  ],
  'a week': [
    { first: TODAY - 6, last: TODAY },
    { first: TODAY - 13, last: TODAY - 7 },
  ],
  'this month': [
    { first: day('2026-11-01'), last: TODAY },
    { first: day('2026-10-01'), last: day('2026-10-20') },
  ],
  'last month': [
    { first: day('2026-10-01'), last: day('2026-10-31') },
    { first: day('2026-08-31'), last: day('2026-09-30') },
  ],
  // Cuts a month that is one segment by now.
  'thirty days': [
    { first: TODAY - 29, last: TODAY },
    { first: day('2026-09-01'), last: day('2026-09-30') },
  ],
}

/** The reader's time zone must not matter (G6). */
const ZONE = process.env['TZ'] ?? 'UTC'
const VISITS = [
  ['the first visit', ZONE],
  ['the second visit', ZONE],
  ['a visit from the other side of the world', 'Pacific/Auckland'],
] as const

type Ask = <A extends FiguresName>(name: A, question: PageQuestion<A>) => Promise<FiguresData<A>>

/** As the account has chosen: the server goes by that. */
const WON = ['Оплачено']

const answersOf = async ([days, comparedDays]: readonly [Days, Days], ask: Ask) => {
  const counted = { filters: [], days, comparedDays }
  const question = { ...counted, bucket: 'day', won: WON } as const
  return ordered({
    report: await ask('report', question),
    rest: await ask('report_rest', question),
    rows: await ask('rows', { filters: [], limit: 5_000 }),
    tree: await ask('tree', { filters: [], levels: ['source', 'campaign'], won: WON }),
    unreturnedCalls: await ask('not_through', { filters: [] }),
    today: await ask('today', { ...counted, today: days.last }),
    deals: await ask('deal_statuses', { filters: [] }),
  })
}

const countPages = async (
  scope: Scope,
  oid: string | null,
  periods: readonly [Days, Days],
  now: ClockMoment,
) => {
  const load = async ({ first, last }: Days): Promise<Dataset> => {
    const filters = { period: 'custom', date_from: dayText(first), date_to: dayText(last) } as const
    const { rows, records } = await readPages({
      ask: async (page) => contactsOn(await fetchCallsPage(scope, oid, filters, page, never)),
      keyOf: contactKey,
    })
    const data = createDataset()
    append(data, records.toReversed())
    setUnreadable(data, rows.length - records.length)
    return data
  }
  const [current, compared] = [await load(periods[0]), await load(periods[1])]
  const isOver = now.day > periods[0].last + 1
  const answers = await answersOf(periods, (name, question) =>
    Promise.resolve(
      answer[name](current, compared, {
        ...question,
        now: (name === 'report' || name === 'report_rest') && isOver ? null : now,
        isComplete: true,
        spend: NO_SPEND,
      } as never),
    ),
  )
  return { answers, current }
}

const askServer = async (scope: Scope, oid: string | null, periods: readonly [Days, Days]) => {
  const job: FiguresJob = { scope, oid, days: periods[0], comparedDays: periods[1] }
  const { now } = await readJob(job, never)
  const answers = await answersOf(
    periods,
    async (name, question) => (await askFigures(job, name, question))!.answer,
  )
  return { answers, now }
}

const scopesOf = async (account: SampleAccount): Promise<Scope[]> => {
  await api.signIn(account)
  await api.write('PUT', '/api/preferences', { base_version: 0, preferences: { won_statuses: WON } })
  const { principal } = await api.get<Session>('/api/session')
  if (account !== 'agency_manager') return [{ principal: principal!, client: null }]
  const clients = await managedClients(api)
  return ['Sever Group', 'Motor Servis'].map((company) => ({
    principal: principal!,
    client: clients.find(({ company_name }) => company_name === company)!.client,
  }))
}

test.each([
  'marketer',
  'small_marketer',
  'client',
  'statistics_only',
  'agency_manager',
  'edge_cases',
] as const)('figures are what the pages of the service come to: %s', async (account) => {
  for (const scope of await scopesOf(account)) {
    for (const [name, periods] of Object.entries(PERIODS)) {
      const { now } = await askServer(scope, null, periods)
      expect(now.day, 'of most objects').toBe(TODAY)
      const { answers, current } = await countPages(scope, null, periods, now)
      for (const [visit, zone] of VISITS) {
        process.env['TZ'] = zone
        expect((await askServer(scope, null, periods)).answers, `${name}, ${visit}`).toEqual(answers)
      }
      process.env['TZ'] = ZONE
      const oid = current.by.object.values[current.by.object.codes[0]!]
      // Some contacts don't name their object; only its list tells.
      if (!oid || account === 'edge_cases') continue
      const found = await askServer(scope, oid, periods)
      const ofObject = await countPages(scope, oid, periods, found.now)
      expect(found.answers, `${name}, the object ${oid}`).toEqual(ofObject.answers)
    }
  }
})
