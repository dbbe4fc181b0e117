import { describe, expect, it } from 'vitest'
import { COUNTS, type Counts } from './aggregate.ts'
import { findings, type Finding, type FindingsInput, type ObjectAtRisk } from './findings.ts'
import type { NotThrough } from './not-through.ts'
import type { TableRow } from './report.ts'

const TODAY = '2026-11-20'

const countsOf = (some: Partial<Counts>): Counts => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<keyof Counts, number>),
  ...some,
})
const source = (value: string | null, counts: Partial<Counts>): TableRow => ({
  value,
  deals: 0,
  won: 0,
  sums: [],
  ...countsOf(counts),
})
/** All sources together. */
const inputOf = (sources: readonly TableRow[], more: Partial<FindingsInput> = {}): FindingsInput => ({
  figures: countsOf(
    Object.fromEntries(COUNTS.map((name) => [name, sources.reduce((sum, row) => sum + row[name], 0)])),
  ),
  sources,
  notThrough: [],
  objects: [],
  today: TODAY,
  ...more,
})
const kindsOf = (found: readonly Finding[]) => found.map(({ is }) => is)

const USUAL = source('Organic', { contacts: 400, calls: 300, missed: 30, target: 160 })
const caller = (day: string): NotThrough => ({
  caller: '79031234567',
  attempts: 1,
  oid: 'a',
  callId: 1,
  day,
  minute: 600,
  source: 'Organic',
  isFirstTime: true,
})
const object = (more: Partial<ObjectAtRisk>): ObjectAtRisk => ({
  oid: 'a',
  title: 'A',
  daily: 20,
  silent: null,
  stopsIn: null,
  ...more,
})

describe('people who did not get through', () => {
  it('are found while they can still be called back', () => {
    const notThrough = ['2026-11-20', '2026-11-14', '2026-11-13', '2026-09-01'].map(caller)
    expect(findings(inputOf([USUAL], { notThrough }))).toEqual([
      { is: 'not_through', callers: 2, firstTime: 2, cost: 0.8 },
    ])
    expect(findings(inputOf([USUAL], { notThrough: [caller('2026-11-01')] }))).toEqual([])
  })
})

describe('a source that misses more calls', () => {
  it('is found where chance does not explain it', () => {
    const bad = source('Paid search', { contacts: 100, calls: 100, missed: 35, target: 40 })
    const [found] = findings(inputOf([USUAL, bad]))
    expect(found).toMatchObject({ is: 'missed_source', source: 'Paid search', missed: 35, calls: 100 })
    // 35 missed where 10 of 100 are usual, and 4 of 10 contacts are target ones.
    expect(found!.cost).toBeCloseTo(25 * 0.4, 5)
  })

  it('is left alone where its range touches the others’, or it has too few calls', () => {
    const worse = source('Paid search', { contacts: 100, calls: 100, missed: 15, target: 40 })
    const few = source('Maps', { contacts: 9, calls: 9, missed: 9, target: 4 })
    expect(findings(inputOf([USUAL, worse, few]))).toEqual([])
  })

  it('is never the contacts without a source', () => {
    const none = source(null, { contacts: 100, calls: 100, missed: 80, target: 40 })
    expect(findings(inputOf([USUAL, none]))).toEqual([])
  })
})

describe('a source without target contacts', () => {
  it('is found where the others’ rate would have brought some', () => {
    const barren = source('Partner', { contacts: 60 })
    expect(findings(inputOf([USUAL, barren]))).toMatchObject([
      { is: 'barren_source', source: 'Partner', contacts: 60, cost: 60 * 0.4 },
    ])
  })

  it('is left alone with a single target contact, with few contacts, and where nobody has any', () => {
    expect(findings(inputOf([USUAL, source('Partner', { contacts: 60, target: 1 })]))).toEqual([])
    expect(findings(inputOf([USUAL, source('Partner', { contacts: 14 })]))).toEqual([])
    const nobody = [source('Organic', { contacts: 400 }), source('Partner', { contacts: 60 })]
    expect(findings(inputOf(nobody))).toEqual([])
  })
})

describe('an object', () => {
  it('that went silent, or stops within a week, is found', () => {
    const silent = { since: 660, usual: 9, chance: 0.0002 }
    const objects = [object({ oid: 'quiet', silent }), object({ oid: 'ending', stopsIn: 2 })]
    const found = findings(inputOf([USUAL], { objects }))
    expect(kindsOf(found)).toEqual(['stopping_object', 'silent_object'])
    expect(found[0]).toMatchObject({ days: 2, cost: 20 * 5 * 0.4 })
    expect(found[1]).toMatchObject({ ...silent, cost: 9 * 0.4 })
  })

  it('that goes on is left alone', () => {
    const objects = [object({}), object({ stopsIn: 8 }), object({ stopsIn: null })]
    expect(findings(inputOf([USUAL], { objects }))).toEqual([])
  })
})

it('findings are ranked by what they cost', () => {
  const bad = source('Paid search', { contacts: 100, calls: 100, missed: 35, target: 40 })
  const barren = source('Partner', { contacts: 60 })
  const found = findings(
    inputOf([USUAL, bad, barren], { notThrough: Array.from({ length: 100 }, () => caller(TODAY)) }),
  )
  expect(kindsOf(found)).toEqual(['not_through', 'barren_source', 'missed_source'])
})
