import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparisonOf } from '#/analytics/compare.ts'
import { METRIC_IDS, METRICS, type MetricId } from '#/analytics/metrics.ts'
import type { ComparedEvidence } from '#/contract/archive/client-comparison.ts'
import { runs } from '#/test/runs.ts'
import {
  createClientComparison,
  numberOf,
  stepsOf,
  type CountAnswers,
  type ClientComparisonChoice,
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
  createClientComparison(choiceOf(...choice))

const answers = (
  { requests }: ReturnType<typeof clientComparisonOf>,
  count: (filters: (typeof requests)[number]['filters'], at: number) => number | null,
): CountAnswers =>
  new Map(requests.map(({ key, filters }, at) => [key, { count: count(filters, at), at: 0 }]))

describe('the requests', () => {
  test.each([
    [['contacts'], 1],
    [['first_time'], 1],
    [['target_rate'], 2],
    [['missed_rate'], 8],
    [['contacts', 'target_rate'], 2],
    [METRIC_IDS, 11],
  ] as const)('%j takes %i', (metrics, count) => {
    expect(clientComparisonOf(metrics).requests).toHaveLength(count)
    expect(clientComparisonOf(metrics, true).requests).toHaveLength(2 * count)
  })
  test('a period that is not over takes its full days besides', () => {
    expect(clientComparisonOf(['contacts'], true, { from: '2026-11-14', to: TODAY }).requests).toHaveLength(3)
    expect(clientComparisonOf(['contacts'], true, { from: TODAY, to: TODAY }).requests).toHaveLength(1)
  })
  test('name their days', () => {
    expect(clientComparisonOf(['target_rate'], true).requests.map(({ filters }) => filters)).toEqual([
      { target_filter: '1', period: 'custom', date_from: '2026-11-09', date_to: '2026-11-15' },
      { period: 'custom', date_from: '2026-11-09', date_to: '2026-11-15' },
      { target_filter: '1', period: 'custom', date_from: '2026-11-02', date_to: '2026-11-08' },
      { period: 'custom', date_from: '2026-11-02', date_to: '2026-11-08' },
    ])
  })
  test('are each asked for once, and no more than the columns take on their own', () => {
    fc.assert(
      fc.property(fc.subarray([...METRIC_IDS]), fc.boolean(), (metrics, isCompared) => {
        const { requests } = clientComparisonOf(metrics, isCompared)
        expect(new Set(requests.map(({ key }) => key)).size).toBe(requests.length)
        const alone = metrics.reduce(
          (sum, one) => sum + clientComparisonOf([one], isCompared).requests.length,
          0,
        )
        const shared = metrics.includes('contacts') && metrics.includes('target_rate') ? 1 : 0
        expect(requests.length).toBe(alone - shared * (isCompared ? 2 : 1))
      }),
      runs(50, 500),
    )
  })
})

describe('a figure', () => {
  test('is of the answers to its own requests', () => {
    const rollUp = clientComparisonOf(METRIC_IDS)
    const counts = answers(rollUp, ({ status_filter, target_filter, repeated_filter }) =>
      status_filter === 'ANSWER' ? 73 : status_filter ? 3 : target_filter ? 25 : repeated_filter ? 60 : 100,
    )
    expect(METRIC_IDS.map((metric) => numberOf(rollUp.figure(metric, counts)))).toEqual([
      100,
      60,
      18 / 94,
      0.25,
    ])
  })
  test('is missing while one of its answers is, and unknown when the service does not say one', () => {
    const rollUp = clientComparisonOf(['missed_rate', 'contacts'])
    const counts = new Map(answers(rollUp, () => 1))
    const [first] = rollUp.requests
    counts.set(first!.key, { count: null, at: 0 })
    expect(rollUp.figure('missed_rate', new Map(counts)).tally).toBe('not-said')
    counts.delete(first!.key)
    expect(rollUp.figure('missed_rate', new Map(counts)).tally).toBe('not-loaded')
    expect(rollUp.figure('contacts', counts).tally).toEqual({ part: 1, whole: null })
  })
  const SURE = { variance: 100, freedom: 50 }
  const evidenceOf = (contacts: number, missed: number): ComparedEvidence => ({
    contacts: { excess: contacts, ...SURE },
    missed_rate: { excess: missed, ...SURE },
    first_time: null,
    target_rate: null,
  })
  const changed = answers(
    clientComparisonOf(['contacts', 'missed_rate'], true),
    ({ status_filter, date_from }) => {
      const isNow = date_from === LAST_WEEK.from
      if (status_filter === undefined) return isNow ? 1200 : 1000
      return status_filter === 'NOANSWER' ? (isNow ? 200 : 100) : status_filter === 'ANSWER' ? 800 : 0
    },
  )
  const judged = (...clients: readonly (readonly [CountAnswers, ComparedEvidence | null])[]) =>
    createClientComparison(choiceOf(['contacts', 'missed_rate'], true), new Map(clients))
  test('changes by a share of the count, or by points, for better or worse if by more than chance', () => {
    const rollUp = judged([changed, evidenceOf(50, 50)])
    expect(rollUp.figure('contacts', changed).change).toMatchObject({
      by: expect.closeTo(0.2),
      verdict: 'better',
    })
    expect(rollUp.figure('missed_rate', changed).change).toMatchObject({
      by: expect.closeTo(0.2 - 1 / 9),
      verdict: 'worse',
    })
    const { change } = judged([changed, evidenceOf(10, 10)]).figure('contacts', changed)
    expect(change).toMatchObject({ verdict: 'same' })
  })
  test('of days of another length changes by what a day has brought, and a share by points', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' }
    const comparison = comparisonOf(october, TODAY, () => ({ from: '2026-09-01', to: '2026-09-30' }))
    const rollUp = createClientComparison({
      metrics: ['contacts', 'target_rate'],
      isCompared: true,
      days: october,
      comparison,
    })
    const counts = answers(rollUp, ({ target_filter, date_from }) =>
      target_filter ? 31 : date_from === october.from ? 124 : 100,
    )
    // 4 a day against 3⅓.
    expect(rollUp.figure('contacts', counts).change).toMatchObject({
      by: expect.closeTo(0.2),
      isPerDay: true,
    })
    expect(rollUp.figure('target_rate', counts).change).toMatchObject({
      by: expect.closeTo(0.25 - 0.31),
      isPerDay: false,
    })
    expect(rollUp.total('contacts', [counts, counts]).figure.change).toMatchObject({
      by: expect.closeTo(0.2),
    })
  })
  test('among many clients has to be further from chance than alone', () => {
    // 2.3 standard deviations: expected by chance in one of 45 tests.
    const one = evidenceOf(23, 0)
    expect(judged([changed, { ...one, missed_rate: null }]).figure('contacts', changed).change).toMatchObject(
      {
        verdict: 'better',
      },
    )
    const others = Array.from({ length: 40 }, () => [new Map(changed), evidenceOf(0, 0)] as const)
    expect(judged([changed, one], ...others).figure('contacts', changed).change).toMatchObject({
      verdict: 'same',
    })
  })
  test('of all clients changes by what tells of each', () => {
    const clients = Array.from({ length: 4 }, () => [new Map(changed), evidenceOf(15, 0)] as const)
    const rollUp = judged(...clients)
    const all = clients.map(([counts]) => counts)
    for (const counts of all)
      expect(rollUp.figure('contacts', counts).change).toMatchObject({ verdict: 'same' })
    // 60 against √400.
    expect(rollUp.total('contacts', all).figure.change).toMatchObject({ verdict: 'better' })
    expect(rollUp.total('missed_rate', all).figure.change).toMatchObject({ verdict: 'same' })
  })
  test('has no change from nothing, and a small one is the same', () => {
    const rollUp = clientComparisonOf(['contacts'], true)
    const of = (now: number, before: number) =>
      rollUp.figure(
        'contacts',
        answers(rollUp, (_, at) => (at === 0 ? now : before)),
      ).change
    expect(of(9, 0)).toMatchObject({ by: null, verdict: 'same' })
    expect(of(101, 100)).toMatchObject({ verdict: 'same' })
  })
})

describe('a total', () => {
  test('is of the clients that have all of it, and says how many', () => {
    const rollUp = clientComparisonOf(['contacts'])
    const clients = [
      answers(rollUp, () => 5),
      answers(rollUp, () => null),
      new Map(),
      answers(rollUp, () => 7),
    ]
    expect(rollUp.total('contacts', clients)).toEqual({
      figure: { metric: 'contacts', tally: { part: 12, whole: null }, change: null },
      clients: 2,
    })
    expect(rollUp.total('contacts', []).figure.tally).toBe('not-loaded')
  })
  test('adds up what was counted, whatever is missing: never an average of shares', () => {
    const rollUp = clientComparisonOf(METRIC_IDS, true)
    const size = rollUp.requests.length
    const client = fc.array(fc.option(fc.nat({ max: 1000 }), { freq: 20 }), {
      minLength: size,
      maxLength: size,
    })
    fc.assert(
      fc.property(fc.array(client, { maxLength: 8 }), fc.constantFrom(...METRIC_IDS), (numbers, metric) => {
        const clients = numbers.map((one) => answers(rollUp, (_, at) => one[at] ?? null))
        const figures = clients
          .map((counts) => rollUp.figure(metric, counts))
          .flatMap(({ tally, change }) =>
            typeof tally === 'object' && typeof change === 'object' && change ? [{ tally, change }] : [],
          )
        const total = rollUp.total(metric, clients)
        expect(total.clients).toBe(figures.length)
        if (figures.length === 0) {
          expect(total.figure.tally).toBe('not-loaded')
          return
        }
        const sum = (pick: (one: (typeof figures)[number]) => number | null) =>
          figures.reduce((all, one) => all + (pick(one) ?? 0), 0)
        const isShare = METRICS[metric].whole !== null
        expect(total.figure.tally).toEqual({
          part: sum(({ tally }) => tally.part),
          whole: isShare ? sum(({ tally }) => tally.whole) : null,
        })
        expect(total.figure.change).toMatchObject({
          previous: { part: sum(({ change }) => change.previous.part) },
        })
      }),
      runs(100, 2000),
    )
  })
})

describe('steps of a line', () => {
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
