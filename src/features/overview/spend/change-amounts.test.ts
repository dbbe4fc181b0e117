import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountsOf, type SpendAmount } from '#/analytics/spend/amounts.ts'
import { paidFor, spendingOf } from '#/analytics/spend/spending.ts'
import { preferences, type Spent } from '#/contract/preferences.ts'
import { runs } from '#/test/runs.ts'
import { joinSpans, replaceDays, undoOf, withSpend, type SpendChange } from './change-amounts.ts'

const own = { client: null, object: null }
const row: Spent = { ...own, source: 'Ads', campaign: null, months: { '2026-11': 300 } }
const amount: fc.Arbitrary<SpendAmount> = fc.record({
  source: fc.constantFrom('Ads', 'Maps', 'Radio'),
  campaign: fc.constantFrom(null, 'a', 'b'),
  month: fc.constantFrom('2026-02', '2026-11', '2026-12', '2028-02'),
  amount: fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
  days: fc.constantFrom(null, { first: 1, last: 21 }, { first: 7, last: 7 }),
})

describe('a change', () => {
  const changeOf = ({ source, campaign, month, amount: to, days }: SpendAmount): SpendChange => ({
    source,
    campaign,
    month,
    to: [{ amount: to, days }],
  })
  const order = (amounts: readonly SpendAmount[]) => amounts.map((one) => JSON.stringify(one)).toSorted()

  it('done twice does the same, and undone leaves what was there', () => {
    fc.assert(
      fc.property(fc.array(amount), fc.array(amount), fc.constantFrom(null, 'c'), (first, then, client) => {
        const saved = withSpend([{ ...row, client: 'other' }], { client, object: null }, first.map(changeOf))
        const changes = then.map(changeOf)
        const owner = { client, object: null }
        const after = withSpend(saved, owner, changes)
        expect(withSpend(after, owner, changes)).toEqual(after)
        expect(after.filter((one) => one.client === 'other')).toEqual([{ ...row, client: 'other' }])
        const undone = withSpend(after, owner, undoOf(saved, owner, changes))
        expect(order(amountsOf(undone, owner))).toEqual(order(amountsOf(saved, owner)))
      }),
      runs(200, 5000),
    )
  })

  it('to nothing leaves no row', () => {
    const place = { source: 'Ads', campaign: null, month: '2026-11' }
    expect(withSpend([row], own, [{ ...place, to: [] }])).toEqual([])
    expect(withSpend([row], own, [{ ...place, to: [{ amount: 0, days: null }] }])).toEqual([
      { ...row, months: { '2026-11': 0 } },
    ])
  })
})

describe('amounts of one month', () => {
  const span = (amount: number, first: number, last: number) => ({ amount, days: { first, last } })

  it('keep their own days: a week costs what it cost, not what its month did', () => {
    const place = { source: 'Ads', campaign: null, month: '2026-10' }
    const weeks = [span(700, 5, 11), span(1400, 12, 18)]
    const saved = withSpend([], own, [{ ...place, to: weeks }])
    expect(preferences.safeParse({ spend: saved }).success).toBe(true)
    const paid = (from: string, to: string) =>
      paidFor(spendingOf(saved, own, { from, to }, []), { source: 'Ads' })
    expect(paid('2026-10-05', '2026-10-11')).toMatchObject({ sum: 700 })
    expect(paid('2026-10-10', '2026-10-13')).toMatchObject({ sum: 600 })
    expect(paid('2026-10-01', '2026-10-31')).toMatchObject({
      sum: 2100,
      days: [{ from: '2026-10-05', to: '2026-10-18' }],
    })
    expect(paid('2026-10-19', '2026-10-31')).toBe('not_entered')
  })

  it('are one where neighbours cost the same a day, and add up where they are of the same days', () => {
    expect(joinSpans('2026-10', [span(700, 12, 18), span(700, 5, 11)])).toEqual([span(1400, 5, 18)])
    expect(joinSpans('2026-10', [span(1, 5, 11), span(2, 5, 11)])).toEqual([span(3, 5, 11)])
    expect(joinSpans('2026-10', [span(10, 1, 10), span(21, 11, 31)])).toEqual([{ amount: 31, days: null }])
    const many = Array.from({ length: 31 }, (_, day) => [
      span(day, day + 1, day + 1),
      span(9, day + 1, 31),
    ]).flat()
    expect(joinSpans('2026-10', many)).toHaveLength(1)
  })

  it('are replaced for the days that new ones have, and stay for the others', () => {
    expect(replaceDays('2026-11', [span(20_000, 1, 20)], [span(1500, 1, 1)])).toEqual([
      span(1500, 1, 1),
      span(19_000, 2, 20),
    ])
    expect(replaceDays('2026-10', [{ amount: 310, days: null }], [span(5, 10, 20)])).toEqual([
      span(90, 1, 9),
      span(5, 10, 20),
      span(110, 21, 31),
    ])
    expect(replaceDays('2026-10', [span(5, 10, 20)], [{ amount: 7, days: null }])).toEqual([
      { amount: 7, days: null },
    ])
    expect(replaceDays('2026-10', [span(5, 1, 3)], [span(7, 5, 6)])).toEqual([span(5, 1, 3), span(7, 5, 6)])
  })
})
