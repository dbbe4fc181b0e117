import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparisonOf } from '#/analytics/compare.ts'
import { COUNTED, METRIC_IDS, METRICS, type Tally, type MetricId } from '#/analytics/metrics.ts'
import type { ComparedEvidence, ClientCounts } from '#/contract/archive/client-comparison.ts'
import { runs } from '#/test/runs.ts'
import {
  contactsOfSteps,
  createClientComparison,
  rankOf,
  stepsOf,
  type ClientComparisonChoice,
  type CountedClient,
} from './client-comparison.ts'

const TODAY = '2026-11-20'
const LAST_WEEK = { from: '2026-11-09', to: '2026-11-15' }
const choiceOf = (
  metrics: readonly MetricId[],
  isCompared = false,
  days = LAST_WEEK,
): ClientComparisonChoice => ({
  metrics,
  isCompared,
  days,
  comparison: comparisonOf(days, TODAY),
})
const clientComparisonOf = (...choice: Parameters<typeof choiceOf>) =>
  createClientComparison(choiceOf(...choice), [])

/** Counts with `others` for each missed status that is not named. */
const countsOf = (
  contacts: number,
  {
    answered = 0,
    missed = 0,
    others = 0,
    ...rest
  }: Partial<Record<'answered' | 'missed' | 'others', number>> & {
    readonly first_time?: number | null
    readonly target?: number | null
    readonly statuses?: null
  } = {},
): ClientCounts => ({
  contacts,
  first_time: 0,
  target: 0,
  statuses: {
    ...Object.fromEntries(COUNTED.calls.map(({ status_filter }) => [status_filter, others])),
    ANSWER: answered,
    NOANSWER: missed,
  },
  ...rest,
})
const NO_EVIDENCE = { contacts: null, first_time: null, missed_rate: null, target_rate: null }
const clientOf = (
  counts: ClientCounts,
  previous?: ClientCounts,
  evidence: ComparedEvidence = NO_EVIDENCE,
): CountedClient => ({ counts, compared: previous ? { current: counts, previous, evidence } : null })

describe('a figure', () => {
  test('is of its own counts', () => {
    const { figure } = clientComparisonOf(METRIC_IDS)
    const client = clientOf(countsOf(100, { answered: 73, missed: 3, others: 3, target: 25, first_time: 60 }))
    expect(METRIC_IDS.map((metric) => rankOf(figure(metric, client)))).toEqual([100, 60, 18 / 94, 0.25])
  })
  test('is not ranked when it is a share of too few contacts', () => {
    const { figure } = clientComparisonOf(METRIC_IDS)
    const few = clientOf(countsOf(14, { answered: 1, missed: 13, target: 14 }))
    expect(METRIC_IDS.map((metric) => rankOf(figure(metric, few)))).toEqual([14, 0, null, null])
    const enough = clientOf(countsOf(15, { answered: 2, missed: 13, target: 15 }))
    expect(rankOf(figure('missed_rate', enough))).toBeCloseTo(13 / 15)
  })
  test('is missing while its counts are, and unknown when the client hides one', () => {
    const { figure } = clientComparisonOf(['missed_rate', 'contacts'])
    const hidden = clientOf(countsOf(1, { statuses: null }))
    expect(figure('missed_rate', hidden).tally).toBe('not-said')
    expect(figure('contacts', hidden).tally).toEqual({ part: 1, whole: null })
    expect(figure('contacts', { counts: null, compared: null }).tally).toBe('not-loaded')
    expect(figure('contacts', undefined).tally).toBe('not-loaded')
  })
  const SURE = { variance: 100, freedom: 50 }
  const evidenceOf = (contacts: number, missed: number): ComparedEvidence => ({
    contacts: { excess: contacts, ...SURE },
    missed_rate: { excess: missed, ...SURE },
    first_time: null,
    target_rate: null,
  })
  const changed = (evidence: ComparedEvidence) =>
    clientOf(
      countsOf(1200, { answered: 800, missed: 200 }),
      countsOf(1000, { answered: 800, missed: 100 }),
      evidence,
    )
  const compare = (...clients: readonly CountedClient[]) =>
    createClientComparison(choiceOf(['contacts', 'missed_rate'], true), clients)
  test('changes by a share of the count, or by points, for better or worse if by more than chance', () => {
    const client = changed(evidenceOf(50, 50))
    const { figure } = compare(client)
    expect(figure('contacts', client).change).toMatchObject({
      by: expect.closeTo(0.2),
      verdict: 'better',
    })
    expect(figure('missed_rate', client).change).toMatchObject({
      by: expect.closeTo(0.2 - 1 / 9),
      verdict: 'worse',
    })
    const unsure = changed(evidenceOf(10, 10))
    expect(compare(unsure).figure('contacts', unsure).change).toMatchObject({ verdict: 'same' })
  })
  test('of days of another length changes by what a day has brought, and a share by points', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' }
    const comparison = comparisonOf(october, TODAY, () => ({ from: '2026-09-01', to: '2026-09-30' }))
    const { figure, total } = createClientComparison(
      { metrics: ['contacts', 'target_rate'], isCompared: true, days: october, comparison },
      [],
    )
    const client = clientOf(countsOf(124, { target: 31 }), countsOf(100, { target: 31 }))
    // 4 a day against 3⅓.
    expect(figure('contacts', client).change).toMatchObject({
      by: expect.closeTo(0.2),
      isPerDay: true,
    })
    expect(figure('target_rate', client).change).toMatchObject({
      by: expect.closeTo(0.25 - 0.31),
      isPerDay: false,
    })
    expect(total('contacts', [client, client]).figure.change).toMatchObject({
      by: expect.closeTo(0.2),
    })
  })
  test('among many clients has to be further from chance than alone', () => {
    // 2.3 standard deviations: expected by chance in one of 45 tests.
    const one = evidenceOf(23, 0)
    const alone = changed({ ...one, missed_rate: null })
    expect(compare(alone).figure('contacts', alone).change).toMatchObject({ verdict: 'better' })
    const [first, ...others] = [one, ...Array.from({ length: 40 }, () => evidenceOf(0, 0))].map(changed)
    expect(compare(first!, ...others).figure('contacts', first).change).toMatchObject({ verdict: 'same' })
  })
  test('of all clients changes by what tells of each', () => {
    const clients = Array.from({ length: 4 }, () => changed(evidenceOf(15, 0)))
    const { figure, total } = compare(...clients)
    for (const client of clients) expect(figure('contacts', client).change).toMatchObject({ verdict: 'same' })
    // 60 against √400.
    expect(total('contacts', clients).figure.change).toMatchObject({ verdict: 'better' })
    expect(total('missed_rate', clients).figure.change).toMatchObject({ verdict: 'same' })
  })
  test('has no change from nothing, and a small one is the same', () => {
    const { figure } = clientComparisonOf(['contacts'], true)
    const of = (now: number, before: number) =>
      figure('contacts', clientOf(countsOf(now), countsOf(before))).change
    expect(of(9, 0)).toMatchObject({ by: null, verdict: 'same' })
    expect(of(101, 100)).toMatchObject({ verdict: 'same' })
  })
})

describe('a total', () => {
  test('is of the clients that have all of it, and says how many', () => {
    const { total } = clientComparisonOf(['first_time'])
    const clients = [
      clientOf(countsOf(9, { first_time: 5 })),
      clientOf(countsOf(9, { first_time: null })),
      { counts: null, compared: null },
      clientOf(countsOf(9, { first_time: 7 })),
    ]
    expect(total('first_time', clients)).toEqual({
      figure: { metric: 'first_time', tally: { part: 12, whole: null }, change: null },
      clients: 2,
    })
    expect(total('first_time', []).figure.tally).toBe('not-loaded')
  })
  test('has the clients whose change is still missing, which is of the others', () => {
    const { total } = clientComparisonOf(['contacts'], true)
    const clients = [clientOf(countsOf(900), countsOf(800)), clientOf(countsOf(111))]
    const { figure, clients: included } = total('contacts', clients)
    expect(figure.tally).toEqual({ part: 1011, whole: null })
    expect(figure.change).toMatchObject({ current: { part: 900 }, previous: { part: 800 } })
    expect(included).toBe(2)
  })
  test('adds up what was counted, whatever is missing: never an average of shares', () => {
    const { figure, total } = clientComparisonOf(METRIC_IDS, true)
    const count = fc.nat({ max: 1000 })
    const hideable = fc.option(count, { freq: 20 })
    const counts = fc
      .record({
        contacts: count,
        answered: count,
        missed: count,
        first_time: hideable,
        target: hideable,
        isHidden: fc.boolean(),
      })
      .map(({ contacts, isHidden, ...rest }) =>
        countsOf(contacts, { ...rest, ...(isHidden && { statuses: null }) }),
      )
    const client = fc.oneof(
      fc.tuple(counts, fc.option(counts)).map(([now, before]) => clientOf(now, before ?? undefined)),
      fc.constant({ counts: null, compared: null }),
    )
    fc.assert(
      fc.property(fc.array(client, { maxLength: 8 }), fc.constantFrom(...METRIC_IDS), (clients, metric) => {
        const tallies = clients
          .map((one) => figure(metric, one).tally)
          .filter((tally) => typeof tally === 'object')
        const changes = clients
          .map((one) => figure(metric, one).change)
          .filter((change) => change !== null && typeof change === 'object')
        const all = total(metric, clients)
        expect(all.clients).toBe(tallies.length)
        const sum = (of: readonly Tally[]): Tally | 'not-loaded' => {
          if (of.length === 0) return 'not-loaded'
          const add = (pick: (one: Tally) => number | null) =>
            of.reduce((before, one) => before + (pick(one) ?? 0), 0)
          const isShare = METRICS[metric].whole !== null
          return { part: add(({ part }) => part), whole: isShare ? add(({ whole }) => whole) : null }
        }
        expect(all.figure.tally).toEqual(sum(tallies))
        if (changes.length === 0) expect(all.figure.change).toBe('not-loaded')
        else
          expect(all.figure.change).toMatchObject({
            current: sum(changes.map(({ current }) => current)),
            previous: sum(changes.map(({ previous }) => previous)),
          })
      }),
      runs(100, 2000),
    )
  })
})

describe('steps of a line', () => {
  test('have the contacts of their days; none while the client is incomplete', () => {
    const days = { from: '2026-10-01', to: '2026-11-02' }
    const byDay = Array.from({ length: 33 }, (_, nth) => nth)
    expect(contactsOfSteps({ counts: countsOf(528), by_day: byDay }, days)).toEqual([21, 70, 119, 168, 150])
    expect(contactsOfSteps({ counts: null, by_day: byDay }, days)).toEqual([null, null, null, null, null])
  })
  test('are days up to 31 of them', () => {
    expect(stepsOf({ from: '2026-10-01', to: '2026-10-31' })).toHaveLength(31)
    expect(stepsOf({ from: '2026-10-01', to: '2026-10-01' })).toEqual([
      { from: '2026-10-01', to: '2026-10-01' },
    ])
  })
  test('are weeks beyond, the last one as long as what is left', () => {
    const steps = stepsOf({ from: '2026-10-01', to: '2026-11-01' })
    expect(steps).toHaveLength(5)
    expect(steps[0]).toEqual({ from: '2026-10-01', to: '2026-10-07' })
    expect(steps.at(-1)).toEqual({ from: '2026-10-29', to: '2026-11-01' })
  })
})
