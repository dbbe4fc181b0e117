/** @module-tag all */
// @vitest-environment jsdom
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { answer, type Answers } from '#/analytics/worker/answer.ts'
import { createArchiveLoad } from '#/analytics/worker/archive-load.ts'
import { createLoad, filtersOfDays, type ContactSource, type Load } from '#/analytics/worker/load.ts'
import type { Days } from '#/analytics/columns/select.ts'
import { fetchCallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { dayNumber } from '#/contract/day.ts'
import type { SampleAccount, Session } from '#/contract/session.ts'
import { managedClients, type ApiServer } from '#/test/api-server.ts'
import { ordered } from '#/test/ordered.ts'
import { startArchivedService } from './archived-service.ts'

/*
 * Every figure of the overview is the same with the archive and without it: while it is read, and from what is kept. What
 * is compared are the answers of the overview's worker to every kind of question.
 */

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
/** 15:00 in Moscow, as SAMPLE_NOW is. */
const NOW = { day: TODAY, minute: 15 * 60, offset: 180 }
/** As the period bar offers them, each with its comparison. */
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

/** Where the reader is: what is kept is of the contacts' own clocks (G6). */
const ZONE = process.env['TZ'] ?? 'UTC'
const VISITS = [
  ['the first visit', ZONE],
  ['the second visit', ZONE],
  ['a visit from the other side of the world', 'Pacific/Auckland'],
] as const

/** Every answer of the worker. */
const answersOf = (current: Load, compared: Load) => {
  const { days } = current
  const counted = { filters: [], days, comparedDays: compared.days }
  const ask = <A extends keyof Answers>(name: A, question: Answers[A]['question']) =>
    ordered(answer[name](current.data, compared.data, question))
  const question = {
    ...counted,
    bucket: 'day',
    won: ['Оплачено'],
    now: days.last === TODAY ? NOW : null,
  } as const
  return {
    report: ask('report', question),
    rest: ask('report_rest', question),
    rows: ask('rows', { filters: [], limit: 100_000 }),
    tree: ask('tree', { filters: [], levels: ['source', 'campaign'], won: [] }),
    notThrough: ask('not_through', { filters: [] }),
    today: ask('today', { ...counted, now: NOW, isWhole: true }),
    deals: ask('deal_statuses', { filters: [] }),
    faulty: [current.data.unreadable, compared.data.unreadable],
  }
}

const sourceOf = (scope: Scope, oid: string | null): ContactSource => ({
  page: (of, page, signal) => fetchCallsPage(scope, oid, filtersOfDays(of), page, signal),
})
const loaded = async (make: (days: Days) => Load, periods: readonly [Days, Days]) => {
  const loads = periods.map(make)
  const results = []
  for (const load of loads) results.push(await load.run(never, () => {}))
  return { loads: loads as [Load, Load], results }
}

const scopesOf = async (account: SampleAccount): Promise<Scope[]> => {
  await api.signIn(account)
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
] as const)('figures are the same with the archive and without it: %s', async (account) => {
  for (const scope of await scopesOf(account)) {
    for (const [name, periods] of Object.entries(PERIODS)) {
      const paged = await loaded((days) => createLoad(sourceOf(scope, null), days), periods)
      const expected = answersOf(...paged.loads)
      const archived = (oid: string | null) => (days: Days) =>
        createArchiveLoad(scope, oid, days, sourceOf(scope, oid))
      const asked = api.asked.length
      for (const [visit, zone] of VISITS) {
        process.env['TZ'] = zone
        const found = await loaded(archived(null), periods)
        expect(
          found.loads.map((load) => load.source().is),
          `${name}, ${visit}`,
        ).toEqual(['archive', 'archive'])
        expect(answersOf(...found.loads), `${name}, ${visit}`).toEqual(expected)
      }
      process.env['TZ'] = ZONE
      expect(api.asked.slice(asked).filter(({ path }) => path.endsWith('/calls'))).toEqual([])
      const [{ data }] = paged.loads
      const oid = data.by.object.values[data.by.object.codes[0]!]
      // Some of its contacts do not say whose they are: only the object's own list knows.
      if (!oid || account === 'edge_cases') continue
      const ofObject = await loaded((days) => createLoad(sourceOf(scope, oid), days), periods)
      const fromArchive = await loaded(archived(oid), periods)
      expect({ ...answersOf(...fromArchive.loads), faulty: null }, `${name}, the object ${oid}`).toEqual({
        ...answersOf(...ofObject.loads),
        faulty: null,
      })
    }
  }
})
