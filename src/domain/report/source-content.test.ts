import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import type { ReportRow } from '#/contract/figures/answers.ts'
import { totalOf } from '#/analytics/evaluation/source-verdicts.ts'
import { evaluateRows, orderRows, paidTotalOf } from '#/domain/costs/evaluated-sources.ts'
import { runs } from '#/test/runs.ts'
import type { Cost } from '#/domain/costs/costs.ts'
import { bestAndWorst, extremesOf } from './source-content.ts'

const row = (value: string, contacts: number, target: number): ReportRow => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  value,
  contacts,
  target,
  deals: 0,
  won: 0,
  sums: [],
})
const rankedOf = (rows: readonly ReportRow[]) => {
  const whole = totalOf(rows)
  return orderRows(
    evaluateRows(
      rows.map((row) => ({ row, cost: null })),
      whole,
    ),
    'target_rate',
    'descending',
    'en',
  )
}

describe('the sources of a report', () => {
  it('are the best and the worst where not all fit, and say where others are left out', () => {
    const rows = Array.from({ length: 12 }, (_, index) => row(`s${index}`, 100, 60 - index * 5))
    const few = row('few', 3, 3)
    const { shown, cutAfter } = bestAndWorst(rankedOf([...rows, few]), 8)
    expect(shown.map((one) => one.row.value)).toEqual(['s0', 's1', 's2', 's3', 's4', 's9', 's10', 's11'])
    expect(cutAfter).toBe(5)
  })

  it('are all of them, in their order, where they fit', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { maxLength: 20 }), (drawn) => {
        const ranked = rankedOf(
          drawn.map(([a, b], index) => row(`s${index}`, Math.max(a, b), Math.min(a, b))),
        )
        const { shown, cutAfter } = bestAndWorst(ranked, 8)
        expect(shown.length).toBe(Math.min(ranked.length, 8))
        const places = shown.map((one) => ranked.indexOf(one))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
        if (ranked.length <= 8) expect([shown, cutAfter]).toEqual([ranked, null])
        // The worst that can be judged is always listed.
        const evaluated = ranked.filter(({ target }) => target !== null)
        if (evaluated.length > 0) expect(shown).toContain(evaluated.at(-1))
      }),
      runs(200, 3_000),
    )
  })
})

describe('the best and the worst source', () => {
  const [dear, cheap, free] = [row('dear', 100, 60), row('cheap', 100, 30), row('free', 100, 5)]
  const paid = (counts: ReportRow, sum: number): Cost => ({
    paid: { sum, parts: [], days: [] },
    counts,
    leftOut: 0,
    perContact: sum / counts.contacts,
    perFirstTime: null,
    perTarget: null,
    perDeal: null,
  })
  const evaluatedBy = (costs: ReadonlyMap<ReportRow, Cost>, rows = [dear, cheap, free]) => {
    const whole = paidTotalOf([...costs.values()])
    return evaluateRows(
      rows.map((row) => ({ row, cost: costs.get(row) ?? null })),
      totalOf(rows),
      whole,
    )
  }

  it('are told by what a target contact costs where that is known, as advice is', () => {
    // 1,000 and 10 for a target contact: the better rate costs a hundred times more.
    const evaluated = evaluatedBy(
      new Map([
        [dear, paid(dear, 60_000)],
        [cheap, paid(cheap, 300)],
      ]),
    )
    expect(extremesOf(evaluated)).toMatchObject({
      best: { row: { value: 'cheap' }, beside: { verdict: 'more' } },
      worst: { row: { value: 'dear' }, beside: { verdict: 'stop' } },
    })
  })

  it('are among the rows on paper, whatever their rate', () => {
    const rows = Array.from({ length: 12 }, (_, nth) => row(`s${nth}`, 100, 60 - nth * 4))
    const costs = new Map(rows.map((one, nth) => [one, paid(one, nth === 6 ? 90_000 : 300)]))
    const ranked = evaluatedBy(costs, rows)
    const { shown, cutAfter } = bestAndWorst(ranked)
    expect(extremesOf(ranked)).toMatchObject({
      best: { row: { value: 's0' } },
      worst: { row: { value: 's6' } },
    })
    expect(shown.map((one) => one.row.value)).toEqual(['s0', 's1', 's2', 's3', 's6', 's10', 's11'])
    expect(cutAfter).toBe(4)
  })

  it('are told by the target rate where nothing was paid', () => {
    expect(extremesOf(evaluatedBy(new Map()))).toMatchObject({
      best: { row: { value: 'dear' } },
      worst: { row: { value: 'free' } },
    })
    expect(extremesOf([])).toBeNull()
  })
})
