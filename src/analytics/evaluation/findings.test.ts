import { describe, expect, it } from 'vitest'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import {
  findings,
  stoppingFindings,
  type Finding,
  type FindingsInput,
  type ObjectAtRisk,
} from './findings.ts'
import type { KnownExpiryForecast } from './expiry-forecast.ts'
import { evaluateInactivity } from '#/server/metrics/evaluation/inactivity.ts'

const TODAY = '2026-11-20'

const countsOf = (some: Partial<Counts>): Counts => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<keyof Counts, number>),
  ...some,
})
type Row = FindingsInput['sources'][number]
const source = (value: string | null, counts: Partial<Counts>, amount: number | null = null): Row => ({
  value,
  paid: amount === null ? null : { contacts: counts.contacts ?? 0, target: counts.target ?? 0, amount },
  deals: 0,
  won: 0,
  sums: [],
  ...countsOf(counts),
})
const inputOf = (sources: readonly Row[], more: Partial<FindingsInput> = {}): FindingsInput => ({
  figures: countsOf(
    Object.fromEntries(COUNTS.map((name) => [name, sources.reduce((sum, row) => sum + row[name], 0)])),
  ),
  sources,
  planned: null,
  waiting: [],
  objects: [],
  ...more,
})
const kindsOf = (found: readonly Finding[]) => found.map(({ is }) => is)

const USUAL = source('Organic', { contacts: 400, calls: 300, missed: 30, target: 160 })
const object = (more: Partial<ObjectAtRisk>): ObjectAtRisk => ({
  oid: 'a',
  title: 'A',
  daily: 20,
  inactivity: null,
  expiryForecast: null,
  ...more,
})

describe('people who did not get through', () => {
  it('are found, and cost what their calls would have brought', () => {
    const waiting = [{ isFirstTime: true }, { isFirstTime: false }]
    expect(findings(inputOf([USUAL], { waiting }))).toEqual([
      { is: 'not_through', callers: 2, firstTime: 1, cost: 0.8 },
    ])
    expect(findings(inputOf([USUAL]))).toEqual([])
  })
})

describe('a source that misses more calls', () => {
  it('is found where chance does not explain it', () => {
    const bad = source('Paid search', { contacts: 100, calls: 100, missed: 35, target: 40 })
    const [found] = findings(inputOf([USUAL, bad]))
    expect(found).toMatchObject({ is: 'missed_source', source: 'Paid search', missed: 35, calls: 100 })
    // 35 missed instead of 10 of 100, and 4 of 10 contacts are targets.
    expect(found!.cost).toBeCloseTo(25 * 0.4, 5)
  })

  it('is left alone where its range touches the others’, or it has too few calls', () => {
    const worse = source('Paid search', { contacts: 100, calls: 100, missed: 15, target: 40 })
    const few = source('Maps', { contacts: 9, calls: 9, missed: 9, target: 4 })
    expect(findings(inputOf([USUAL, worse, few]))).toEqual([])
  })

  it('is left alone among a hundred others, of which one is always unusual', () => {
    const bad = source('Paid search', { contacts: 100, calls: 100, missed: 18, target: 40 })
    const one = source('Organic', { contacts: 3_000, calls: 3_000, missed: 300, target: 1_200 })
    expect(kindsOf(findings(inputOf([one, bad])))).toEqual(['missed_source'])
    const many = Array.from({ length: 100 }, (_, nth) =>
      source(`Page ${nth}`, { contacts: 30, calls: 30, missed: 3, target: 12 }),
    )
    expect(findings(inputOf([...many, bad]))).toEqual([])
  })

  it('is never the contacts without a source', () => {
    const none = source(null, { contacts: 100, calls: 100, missed: 80, target: 40 })
    expect(findings(inputOf([USUAL, none]))).toEqual([])
  })
})

describe('a source whose advice is to stop', () => {
  it('is found with its contacts, and those that the others’ rate would have brought', () => {
    const weak = source('Partner', { contacts: 60, target: 3 })
    expect(findings(inputOf([USUAL, weak]))).toMatchObject([
      { is: 'stop_source', source: 'Partner', target: 3, contacts: 60, cost: 60 * (0.4 - 0.05) },
    ])
  })

  it('is left alone above half of the others’ rate, with few contacts, and where no source has any', () => {
    expect(findings(inputOf([USUAL, source('Partner', { contacts: 60, target: 18 })]))).toEqual([])
    expect(findings(inputOf([USUAL, source('Partner', { contacts: 29 })]))).toEqual([])
    const nobody = [source('Organic', { contacts: 400 }), source('Partner', { contacts: 60 })]
    expect(findings(inputOf(nobody))).toEqual([])
  })
})

describe('a source with spend', () => {
  // 400 contacts with 160 targets for 80,000 are 500 for a target.
  const usual = source('Organic', { contacts: 400, target: 160 }, 80_000)

  it('is judged by what its target contacts cost, as in Sources', () => {
    // By its rate it would be the best; a target contact costs 4,000.
    const dear = source('Ads', { contacts: 60, target: 40 }, 160_000)
    const [found, ...others] = findings(inputOf([usual, dear]))
    expect(others).toEqual([])
    expect(found).toMatchObject({ is: 'stop_source', source: 'Ads', by: 'cost', target: 40, amount: 160_000 })
    // The others would have brought 320.
    expect(found!.cost).toBeCloseTo(320 - 40, 5)
    const cheap = source('Maps', { contacts: 60, target: 3 }, 1_000)
    expect(findings(inputOf([usual, cheap]))).toEqual([])
  })

  it('is judged beside the plan where there is one', () => {
    const planned = { month: '2026-11', spend: 100, target: 1, brought: { paid: 1, all: 1 }, cost: 100 }
    const found = findings(inputOf([usual, source('Free', { contacts: 90, target: 40 })], { planned }))
    expect(found).toMatchObject([{ is: 'stop_source', source: 'Organic', by: 'plan', amount: 80_000 }])
    // 80,000 ÷ 100 are 800 planned.
    expect(found[0]!.cost).toBeCloseTo(800 - 160, 5)
  })
})

/** At 14:00, with a usual contact each half hour, and contacts until `last`. */
const quietSince = (last: number) => {
  const usual = Array.from({ length: 28 }, (_, index) => index * 30)
  return evaluateInactivity(
    840,
    usual.filter((minute) => minute <= last),
    [usual, usual, usual, usual],
  )
}
const stopsIn = (daysLeft: number): KnownExpiryForecast => ({
  state: daysLeft < 0 ? 'stopped' : 'stops',
  reason: 'expiry',
  day: '2026-11-22',
  daysLeft,
  today: TODAY,
  expiry: { state: 'absent' },
  sessions: { known: false, why: 'no_limit', used: null },
  trackingKnown: true,
})

describe('an object', () => {
  it('that went silent, or stops within a week, is found', () => {
    const silent = quietSince(540)
    const objects = [
      object({ oid: 'quiet', inactivity: silent }),
      object({ oid: 'ending', expiryForecast: stopsIn(2) }),
    ]
    const found = findings(inputOf([USUAL], { objects }))
    expect(kindsOf(found)).toEqual(['stopping_object', 'silent_object'])
    expect(found[0]).toMatchObject({ expiryForecast: { daysLeft: 2 }, cost: 20 * 5 * 0.4 })
    expect(found[1]).toMatchObject({ inactivity: silent, missing: 9, cost: 9 * 0.4 })
  })

  it('that has stopped already is found, and costs the whole week', () => {
    const objects = [object({ expiryForecast: stopsIn(-3) })]
    expect(findings(inputOf([USUAL], { objects }))).toMatchObject([{ cost: 20 * 7 * 0.4 }])
  })

  it('that goes on, of which too little is known, or that gets no contacts is left alone', () => {
    const objects = [
      object({}),
      object({ expiryForecast: stopsIn(8) }),
      object({ expiryForecast: { state: 'unknown', why: 'no_end' } }),
      object({ expiryForecast: stopsIn(0), daily: 0 }),
      object({ inactivity: quietSince(810) }),
      object({ inactivity: evaluateInactivity(840, [], [[600], [600], [600]]) }),
    ]
    expect(findings(inputOf([USUAL], { objects }))).toEqual([])
  })
})

it('findings are ranked by what they cost, after what to stop paying for', () => {
  const bad = source('Paid search', { contacts: 100, calls: 100, missed: 35, target: 40 })
  const weak = source('Partner', { contacts: 60 })
  const found = findings(
    inputOf([USUAL, bad, weak], { waiting: Array.from({ length: 100 }, () => ({ isFirstTime: true })) }),
  )
  expect(kindsOf(found)).toEqual(['stop_source', 'not_through', 'missed_source'])
})

describe('before any contact is there', () => {
  it('the objects that stop soon are found, the nearest first, without those that stopped before the period', () => {
    const objects = [
      object({ oid: 'later', expiryForecast: stopsIn(6) }),
      object({ oid: 'stopped', expiryForecast: { ...stopsIn(-3), day: '2026-11-17' } }),
      object({ oid: 'long ago', expiryForecast: { ...stopsIn(-40), day: '2026-10-11' } }),
      object({ oid: 'far', expiryForecast: stopsIn(8) }),
      object({ oid: 'none', expiryForecast: { state: 'unknown', why: 'no_end' } }),
      object({ oid: 'unasked' }),
    ]
    const found = stoppingFindings(objects, '2026-11-01')
    expect(found.map((one) => 'object' in one && one.object.oid)).toEqual(['stopped', 'later'])
  })
})
