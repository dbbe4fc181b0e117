import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Spent } from '#/contract/preferences.ts'
import { addDays, daysIn } from '#/contract/day.ts'
import { runs } from '#/test/runs.ts'
import type { SpendAmount } from './amounts.ts'
import { costRange } from './cost.ts'
import { daysOfAmount, paidFor, partIn, spendingOf } from './spending.ts'

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const own = { client: null, object: null }
const row = (fields: Partial<Spent>): Spent => ({
  client: null,
  object: null,
  source: 'Ads',
  campaign: null,
  months: { '2026-11': 300 },
  ...fields,
})
const sum = (saved: readonly Spent[], owner = own as { client: string | null; object: string | null }) => {
  const paid = paidFor(spendingOf(saved, owner, NOVEMBER, []), {})
  return typeof paid === 'string' ? paid : paid.sum
}

const dayOfYear = fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days))
const amount: fc.Arbitrary<SpendAmount> = fc.record({
  source: fc.constantFrom('Ads', 'Maps', 'Radio'),
  campaign: fc.constantFrom(null, 'a', 'b'),
  month: fc.constantFrom('2026-02', '2026-11', '2026-12', '2028-02'),
  amount: fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
  days: fc.constantFrom(null, { first: 1, last: 21 }, { first: 7, last: 7 }),
})

describe('a part of a month', () => {
  const may: SpendAmount = { source: 'Ads', campaign: null, month: '2026-05', amount: 310, days: null }

  it('is its days inside the period; a whole month is exact', () => {
    expect(partIn(may, { from: '2026-05-10', to: '2026-05-19' })).toMatchObject({
      part: 100,
      inside: 10,
      of: 31,
    })
    const odd = { ...may, amount: 0.1 + 0.2 }
    expect(partIn(odd, { from: '2026-04-01', to: '2026-06-30' })?.part).toBe(odd.amount)
    expect(partIn(may, NOVEMBER)).toBeNull()
  })

  it('is of the days that an amount is for', () => {
    const soFar = { ...may, month: '2026-11', amount: 210, days: { first: 1, last: 21 } }
    expect(partIn(soFar, { from: '2026-11-01', to: '2026-11-21' })?.part).toBe(210)
    expect(partIn(soFar, { from: '2026-11-20', to: '2026-12-31' })).toMatchObject({
      part: 20,
      inside: 2,
      of: 21,
    })
    expect(partIn(soFar, { from: '2026-11-22', to: '2026-11-30' })).toBeNull()
  })

  it('of the day that is not over is the part that has passed', () => {
    const noon = { day: '2026-11-20', passed: 0.5 }
    const untilToday = { from: '2026-11-01', to: '2026-11-20' }
    const month = { ...may, month: '2026-11', amount: 300 }
    expect(partIn(month, untilToday, noon)).toMatchObject({ part: 195, inside: 19.5, of: 30 })
    expect(partIn(month, { from: '2026-11-20', to: '2026-11-20' }, noon)?.part).toBe(5)
    expect(partIn(month, { from: '2026-11-01', to: '2026-11-19' }, noon)?.part).toBe(190)
    // An amount that ends today is already spent.
    expect(partIn({ ...month, days: { first: 1, last: 20 } }, untilToday, noon)?.part).toBe(300)
    expect(partIn({ ...month, days: { first: 20, last: 20 } }, untilToday, noon)?.part).toBe(300)
    // A later end is not.
    expect(partIn({ ...month, days: { first: 19, last: 21 } }, untilToday, noon)?.part).toBe(150)
  })

  it('parts of neighbouring periods add up to the amount', () => {
    fc.assert(
      fc.property(amount, fc.array(dayOfYear, { maxLength: 8 }), (one, cuts) => {
        const starts = [...new Set(['2026-01-01', ...cuts])].toSorted()
        const periods = starts.map((from, index) => ({
          from,
          to: starts[index + 1] === undefined ? '2029-01-01' : addDays(starts[index + 1]!, -1),
        }))
        const parts = periods.map((period) => partIn(one, period))
        expect(parts.reduce((total, part) => total + (part?.part ?? 0), 0)).toBeCloseTo(one.amount, 5)
        expect(parts.reduce((total, part) => total + (part?.inside ?? 0), 0)).toBe(daysIn(daysOfAmount(one)))
      }),
      runs(200, 10_000),
    )
  })
})

describe('what was paid', () => {
  it('for one client is never shown with another', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ client: fc.constantFrom(null, 'a', 'b'), cents: fc.nat() })),
        (entered) => {
          const saved = entered.map(({ client, cents }, index) =>
            row({ client, source: `S${index}`, months: { '2026-11': cents / 100 } }),
          )
          for (const client of [null, 'a', 'b', 'c']) {
            const mine = entered.filter((one) => one.client === client)
            const total = sum(saved, { client, object: null })
            if (mine.length === 0) expect(total).toBe('not_entered')
            else
              expect(total).toBeCloseTo(
                mine.reduce((all, { cents }) => all + cents / 100, 0),
                3,
              )
          }
        },
      ),
      runs(100, 2000),
    )
  })

  it('for one object is only what was entered for it; for all of them everything', () => {
    const saved = [
      row({}),
      row({ object: 'x', months: { '2026-11': 20 } }),
      row({ object: 'y', months: { '2026-11': 3 } }),
    ]
    expect(sum(saved)).toBe(323)
    expect(sum(saved, { client: null, object: 'x' })).toBe(20)
    expect(spendingOf(saved, { client: null, object: 'x' }, NOVEMBER, []).unsplit).toBe(300)
    expect(spendingOf(saved, own, NOVEMBER, []).unsplit).toBe(0)
  })

  it('for campaigns adds up to their source, and a source is not divided among them', () => {
    const saved = [row({}), row({ campaign: 'a', months: { '2026-11': 50 } }), row({ source: 'Maps' })]
    const spending = spendingOf(saved, own, NOVEMBER, [])
    expect(paidFor(spending, { source: 'Ads' })).toMatchObject({ sum: 350 })
    expect(paidFor(spending, { source: 'Ads', campaign: 'a' })).toMatchObject({ sum: 50 })
    expect(paidFor(spending, { source: 'Ads', campaign: 'b' })).toBe('whole_source')
    expect(paidFor(spending, { source: 'Radio', campaign: 'b' })).toBe('not_entered')
    expect(paidFor(spending, { source: 'Ads', campaign: null })).toBe('not_entered')
    expect(paidFor(spending, { source: null })).toBe('not_entered')
    expect(paidFor(spending, {})).toMatchObject({ sum: 650 })
  })

  it('counts names as the contacts’ own do', () => {
    const saved = [row({ source: 'ads' }), row({ campaign: 'old' })]
    const spending = spendingOf(saved, own, NOVEMBER, [
      { by: 'source', raw: 'ads', as: 'Ads' },
      { by: 'campaign', raw: 'old', as: 'new' },
    ])
    expect(paidFor(spending, { source: 'Ads' })).toMatchObject({ sum: 600 })
    expect(paidFor(spending, { source: 'ads' })).toBe('not_entered')
    expect(paidFor(spending, { source: 'Ads', campaign: 'new' })).toMatchObject({ sum: 300 })
  })
})

describe('the cost of one', () => {
  it('is the amount over them, in the range of their share', () => {
    // Wilson's 95% range of 10 of 100 is 5.52% to 17.44%.
    const range = costRange(1000, 10, 100)!
    expect(range.cost).toBe(100)
    expect(range.low).toBeCloseTo(1000 / 17.44, 1)
    expect(range.high).toBeCloseTo(1000 / 5.52, 0)
  })

  it('of none has no upper end; too few contacts give no cost', () => {
    expect(costRange(1000, 0, 100)).toMatchObject({ cost: null, high: null })
    expect(costRange(1000, 0, 100)!.low).toBeGreaterThan(1000 / 4)
    expect(costRange(1000, 3, 14)).toBeNull()
  })

  it('lies in its range', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 15, max: 1e6 }),
        fc.nat(),
        fc.integer({ min: 0, max: 1e9 }),
        (contacts, n, paid) => {
          const hits = n % (contacts + 1)
          const { cost, low, high } = costRange(paid, hits, contacts)!
          if (cost !== null)
            expect(low <= cost * (1 + 1e-9) && (high ?? Infinity) >= cost * (1 - 1e-9)).toBe(true)
        },
      ),
      runs(200, 5000),
    )
  })
})
