/** @module-tag all */
// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { answer, type AnswerName, type Answers } from '#/analytics/worker/answer.ts'
import { createAnswering } from '#/analytics/worker/answering.ts'
import { createArchiveLoad } from '#/analytics/worker/archive-load.ts'
import { filtersOfDays, type LoadJob, type LoadState } from '#/analytics/worker/load.ts'
import { createAnalyticsService } from '#/analytics/worker/service.ts'
import { clocksOf } from '#/analytics/columns/dataset.ts'
import type { Dimension } from '#/analytics/columns/dimensions.ts'
import type { Days, Filter } from '#/analytics/columns/select.ts'
import { fetchCallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { dayNumber } from '#/contract/day.ts'
import type { CountAsRule } from '#/contract/preferences.ts'
import type { SampleAccount, Session } from '#/contract/session.ts'
import { managedClients, startApiServer, type ApiServer } from '#/test/api-server.ts'
import { SAMPLE_NOW } from '#/test/clock.ts'
import { ordered } from '#/test/ordered.ts'

/*
 * Above a number of contacts our server answers the questions of the overview. Every answer is the one that a browser
 * with the columns of the same contacts would have given.
 */

let api: ApiServer
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: SAMPLE_NOW, shouldAdvanceTime: true })
  api = await startApiServer({ columnsUpTo: 0 })
})
afterAll(async () => {
  await api.close()
  vi.useRealTimers()
})

const never = new AbortController().signal
const TODAY = dayNumber('2026-11-20')
/** 15:00 in Moscow, as SAMPLE_NOW is. */
const NOW = { day: TODAY, minute: 15 * 60, offset: 180 }
const PERIODS: readonly (readonly [days: Days, compared: Days | null])[] = [
  [
    { first: TODAY - 6, last: TODAY },
    { first: TODAY - 13, last: TODAY - 7 },
  ],
  [{ first: dayNumber('2026-10-01'), last: dayNumber('2026-10-31') }, null],
]

const scopeOf = async (account: SampleAccount): Promise<Scope> => {
  await api.signIn(account)
  const { principal } = await api.get<Session>('/api/session')
  if (account !== 'agency_manager') return { principal: principal!, client: null }
  const [{ client } = { client: null }] = await managedClients(api)
  return { principal: principal!, client }
}

/** The analytics of a page whose contacts our server counts. */
const countedThere = async (job: LoadJob) => {
  const service = createAnalyticsService({ turn: async () => {}, tellEveryMs: 0 })
  const states: LoadState[] = []
  const last = await service.load(
    { job, isRefreshed: false },
    { signal: never, tell: (state) => states.push(state) },
  )
  const ask = async <A extends AnswerName>(name: A, question: Answers[A]['question']): Promise<unknown> =>
    (service[name] as (question: unknown, context: unknown) => Promise<unknown>)(question, {
      signal: never,
      tell: () => {},
    })
  return { last, states, ask }
}

/** The same contacts in this browser, whatever their number. */
const countedHere = async ({ scope, oid, days, comparedDays }: LoadJob) => {
  const loads = [days, ...(comparedDays ? [comparedDays] : [])].map((of) => {
    const page = (some: Days, nth: number, signal: AbortSignal) =>
      fetchCallsPage(scope, oid, filtersOfDays(some), nth, signal)
    const load = createArchiveLoad(scope, oid, of, { page })
    load.countIn('browser')
    return load
  })
  for (const load of loads) await load.run(never, () => {})
  expect(loads.map((load) => load.source().is)).toEqual(loads.map(() => 'archive'))
  return loads.map(({ data }) => data)
}

/** The commonest values of what a click narrows by. */
const commonest = (data: Awaited<ReturnType<typeof countedHere>>[number], by: Dimension, most: number) => {
  const counts = new Map<string | null, number>()
  const { codes, values } = data.by[by]
  for (let row = 0; row < data.rows; row++) {
    const value = values[codes[row]!]!
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([value]) => value)
}

/** As it travels. */
const travelled = (value: unknown): unknown => ordered(JSON.parse(JSON.stringify(value)))

test.each(['marketer', 'client', 'agency_manager', 'edge_cases'] as const)(
  'our server answers every question as the browser would: %s',
  async (account) => {
    const scope = await scopeOf(account)
    const answerOver = createAnswering()
    for (const [days, comparedDays] of PERIODS) {
      const whole: LoadJob = { scope, oid: null, days, comparedDays }
      const [first] = await countedHere(whole)
      const [oid] = commonest(first!, 'object', 1)
      for (const job of [whole, ...(oid ? [{ ...whole, oid }] : [])]) {
        const [current, compared = null] = await countedHere(job)
        const { last, states, ask } = await countedThere(job)
        expect(last).toMatchObject({ is: 'loaded', countedBy: 'server' })
        // Nothing was to be asked before it had them at hand.
        expect(
          states.filter(({ countedBy }) => countedBy !== 'server').map(({ version }) => version),
        ).toEqual([0])
        expect(last.current).toMatchObject({ loaded: current!.rows, total: current!.rows })
        expect(last.compared?.loaded ?? null).toBe(compared?.rows ?? null)
        expect(last.clocks).toEqual(clocksOf(current!))

        const [source, other] = commonest(current!, 'source', 2)
        const rules: CountAsRule[] = source && other ? [{ by: 'source', raw: other, as: source }] : []
        const narrowed: readonly (readonly Filter[])[] = [
          [],
          [{ by: 'source', values: [source ?? null] }],
          [
            { by: 'region', values: commonest(current!, 'region', 2), except: true },
            { by: 'day', first: days.first + 1, last: days.last - 1 },
          ],
          [{ by: 'hour_of_week', values: commonest(current!, 'hour_of_week', 5) }],
        ]
        for (const filters of narrowed) {
          const counted = { filters, ...(filters.length === 1 && { countAs: rules }) }
          const won = ['Оплачено', 'Консультация']
          const report = {
            ...counted,
            days,
            comparedDays,
            bucket: 'day',
            won,
            now: days.last === TODAY ? NOW : null,
          } as const
          const questions: { readonly [A in AnswerName]: Answers[A]['question'] } = {
            report,
            report_rest: report,
            table: { ...counted, dimension: 'campaign', won, limit: null },
            tree: { ...counted, levels: ['source', 'campaign'], won },
            day_sets: {
              ...counted,
              levels: ['source'],
              won,
              sets: [[{ first: days.first, last: days.first + 2 }], [days]],
              isCompared: comparedDays !== null,
            },
            call_backs: { ...counted, now: NOW },
            not_through: counted,
            rows: { ...counted, limit: Number.MAX_SAFE_INTEGER },
            today: { ...counted, days, comparedDays, now: NOW, isWhole: true },
            deal_statuses: counted,
          }
          for (const name of Object.keys(answer) as AnswerName[])
            expect(
              travelled(await ask(name, questions[name])),
              `${name}, ${JSON.stringify(filters)}`,
            ).toEqual(travelled(answerOver(name, [current!, compared], questions[name])))
        }
      }
    }
  },
)
