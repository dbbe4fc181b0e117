import { TOO_FEW } from '#/analytics/evaluation/verdicts.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'

import type { ReportRow } from '#/contract/figures/answers.ts'
import { wilson } from '#/analytics/evaluation/wilson.ts'
import { runs } from '#/test/runs.ts'
import type { Cost } from '#/domain/costs/costs.ts'
import { totalOf } from '#/analytics/evaluation/source-verdicts.ts'
import {
  FIRST_SOURCES_DIRECTION,
  evaluateRows,
  orderRows,
  paidTotalOf,
  scaleOf,
  type SourceColumn,
} from '#/domain/costs/evaluated-sources.ts'

const row = (value: string | null, counts: Partial<Counts>, sums: ReportRow['sums'] = []): ReportRow => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  ...counts,
  value,
  deals: sums.length,
  won: 0,
  sums,
})
const anyRow = fc
  .record({
    value: fc.option(fc.string({ maxLength: 3 })),
    contacts: fc.nat(60),
    target: fc.nat(60),
    calls: fc.nat(60),
    missed: fc.nat(60),
  })
  .map(({ value, contacts, target, calls, missed }) => {
    const ofContacts = Math.min(calls, contacts)
    return row(value, {
      contacts,
      target: Math.min(target, contacts),
      calls: ofContacts,
      missed: Math.min(missed, ofContacts),
    })
  })
const anyRows = fc.array(anyRow, { maxLength: 20 })
const column = fc.constantFrom(...(Object.keys(FIRST_SOURCES_DIRECTION) as SourceColumn[]))
const direction = fc.constantFrom('ascending' as const, 'descending' as const)
const evaluated = (rows: readonly ReportRow[]) =>
  evaluateRows(
    rows.map((row) => ({ row, cost: null })),
    totalOf(rows),
  )

describe('the order of sources', () => {
  it('is by the lower end of the target range: few contacts promise less than they show', () => {
    const rows = [
      row('high, of few', { contacts: 16, target: 8 }),
      row('lower, of many', { contacts: 400, target: 180 }),
      row('low', { contacts: 400, target: 40 }),
      row('few', { contacts: 14, target: 14 }),
      row('fewer', { contacts: 3, target: 3 }),
    ]
    const names = (way: 'ascending' | 'descending') =>
      orderRows(evaluated(rows), 'target_rate', way, 'en').map(({ row: { value } }) => value)
    expect(names('descending')).toEqual(['lower, of many', 'high, of few', 'low', 'few', 'fewer'])
    expect(names('ascending')).toEqual(['low', 'high, of few', 'lower, of many', 'few', 'fewer'])
  })

  it('keeps every row, and those with too few contacts last, by contacts', () => {
    fc.assert(
      fc.property(anyRows, direction, (rows, way) => {
        const ordered = orderRows(evaluated(rows), 'target_rate', way, 'en').map((one) => one.row)
        expect(new Set(ordered)).toEqual(new Set(rows))
        const few = ordered.filter(({ contacts }) => contacts < TOO_FEW)
        expect(ordered.slice(ordered.length - few.length)).toEqual(few)
        expect(few.map(({ contacts }) => contacts)).toEqual(
          few.map(({ contacts }) => contacts).toSorted((a, b) => b - a),
        )
        const ends = ordered
          .slice(0, ordered.length - few.length)
          .map(({ target, contacts }) => wilson(target, contacts)!.low)
        expect(way === 'descending' ? ends : ends.toReversed()).toEqual(ends.toSorted((a, b) => b - a))
      }),
      runs(200, 5_000),
    )
  })

  it('of names that differ by case alone is the same however they came', () => {
    const rows = evaluated([row('c', { contacts: 20 }), row('C', { contacts: 20 })])
    for (const by of ['name', 'contacts'] as const) {
      const names = (all: typeof rows) => orderRows(all, by, 'descending', 'en').map((one) => one.row.value)
      expect(names(rows.toReversed())).toEqual(names(rows))
    }
  })

  it('by any column depends on nothing but the rows', () => {
    fc.assert(
      fc.property(anyRows, column, direction, (rows, by, way) => {
        const key = ({
          row: { value, contacts, target, calls, missed },
        }: ReturnType<typeof evaluated>[number]) =>
          JSON.stringify([by === 'name' ? value : null, contacts, target, calls, missed])
        const all = evaluated(rows)
        const once = orderRows(all, by, way, 'en')
        expect(once).toHaveLength(rows.length)
        expect(orderRows(once, by, way, 'en').map(key)).toEqual(once.map(key))
      }),
      runs(200, 5_000),
    )
  })

  it('by sum is by that of the biggest CRM; none comes last', () => {
    const sum = (value: number) => ({ crm: 'A', sum: value, unpriced: 0 })
    const rows = [row('none', {}), row('less', {}, [sum(1)]), row('more', {}, [sum(2)])]
    expect(orderRows(evaluated(rows), 'sum', 'ascending', 'en').map((one) => one.row.value)).toEqual([
      'less',
      'more',
      'none',
    ])
  })
})

describe('a source that misses more', () => {
  const USUAL = row('usual', { contacts: 400, calls: 300, missed: 30 })
  const missesMore = (counts: Partial<Counts>) => evaluated([USUAL, row('one', counts)])[1]!.missesMore

  it('is one whose range lies above the others’', () => {
    expect(missesMore({ contacts: 300, calls: 300, missed: 90 })).toBe(true)
    expect(missesMore({ contacts: 300, calls: 300, missed: 39 })).toBe(false)
    expect(missesMore({ contacts: 300, calls: 300, missed: 0 })).toBe(false)
  })

  it('is none with too few calls, and none without others', () => {
    expect(missesMore({ contacts: 300, calls: TOO_FEW - 1, missed: TOO_FEW - 1 })).toBe(false)
    expect(evaluated([row('alone', { contacts: 50, calls: 50, missed: 50 })])[0]!.missesMore).toBe(false)
  })
})

describe('the verdict of a source', () => {
  const [main, weak] = [
    row('main', { contacts: 500, target: 200 }),
    row('weak', { contacts: 100, target: 8 }),
  ]
  const whole = totalOf([main, weak])
  const paid = (sum: number, counts: ReportRow): Cost => ({
    paid: { sum, parts: [], days: [] },
    counts,
    leftOut: 0,
    perContact: null,
    perFirstTime: null,
    perTarget: null,
    perDeal: null,
  })

  const beside = (cost: Cost | null, all: ReturnType<typeof paidTotalOf> = null) =>
    evaluateRows([{ row: weak, cost }], whole, all)[0]!.beside

  it('is by its rate beside all others, and by cost where both have one', () => {
    expect(beside(null)).toMatchObject({
      verdict: 'stop',
      by: 'rate',
      others: { contacts: 500, target: 200 },
    })
    const costs = [paid(400_000, main), paid(1_000, weak)]
    const all = paidTotalOf([...costs, { paid: null, reason: 'none' }, null])
    expect(all).toEqual({ contacts: 600, target: 208, amount: 401_000 })
    // 125 each instead of 2,000.
    expect(beside(costs[1]!, all)).toMatchObject({ verdict: 'more', by: 'cost' })
    expect(paidTotalOf([null])).toBeNull()
  })

  it('orders rows, those to pay more for first, those without one last', () => {
    const rows = [
      weak,
      row('few', { contacts: 3, target: 3 }),
      main,
      row('good', { contacts: 90, target: 80 }),
    ]
    const names = orderRows(evaluated(rows), 'verdict', 'descending', 'en').map((one) => one.row.value)
    expect(names).toEqual(['good', 'main', 'weak', 'few'])
  })
})

it('the scale holds every range', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const all = evaluated(rows)
      const scale = scaleOf(all)
      expect(scale).toBeGreaterThan(0)
      expect(scale).toBeLessThanOrEqual(1)
      for (const { target } of all) expect(target?.high ?? 0).toBeLessThanOrEqual(scale)
    }),
    runs(100, 2_000),
  )
})
