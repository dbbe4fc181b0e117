import { describe, expect, it } from 'vitest'
import { m } from '#/i18n/paraglide/messages.js'
import { dayNumber } from '#/contract/day.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import type { ReportRow, SpendCosts, TreeRow } from '#/contract/figures/answers.ts'
import type { Spent } from '#/contract/preferences.ts'
import { setLocale } from '#/i18n/locale.ts'
import { totalOf } from '#/analytics/evaluation/source-verdicts.ts'
import { orderRows, evaluateRows } from '#/domain/costs/evaluated-sources.ts'
import { narrowedDays } from '#/analytics/period.ts'
import { partlyPaid, spendingOf } from '#/analytics/spend/spending.ts'
import { costsOf } from '#/domain/costs/costs.ts'

setLocale('en')

const OWNER = { client: 'c', object: null }
const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const saved: Spent[] = [
  { client: 'c', object: null, source: 'Ads', campaign: null, months: { '2026-11': 3000 } },
  { client: 'c', object: null, source: 'Maps', campaign: 'a', months: { '2026-11': 600 } },
  { client: 'other', object: null, source: 'Ads', campaign: null, months: { '2026-11': 9e9 } },
]
const row = (value: string, contacts: number, target: number): ReportRow =>
  ({
    value,
    contacts,
    target,
    calls: 0,
    missed: 0,
    first_time: 0,
    deals: 1,
    won: 0,
    sums: [],
  }) as unknown as ReportRow
const by = (
  dimension: 'source' | 'campaign' | 'search_request' | 'region',
  value: string | null,
): Filter => ({
  by: dimension,
  values: [value],
})
const costs = (
  filters: readonly Filter[] = [],
  isLoaded = true,
  { days = NOVEMBER, counted = [] as SpendCosts['counted'], paid = saved } = {},
) => {
  const spending = spendingOf(paid, OWNER, narrowedDays(days, filters), [])
  return costsOf(
    { ...spending, counted, planned: null, notPlanned: null },
    { filters },
    isLoaded ? null : m.spend_not_loaded(),
  )
}
const reason = (cost: ReturnType<ReturnType<typeof costs>['of']>) =>
  cost.paid === null ? cost.reason : cost.paid.sum

describe('costs', () => {
  it('are what this client has paid over the contacts', () => {
    expect(costs().of(row('Ads', 100, 10), [by('source', 'Ads')])).toMatchObject({
      paid: { sum: 3000 },
      perContact: 30,
      perTarget: { cost: 300 },
      perFirstTime: { cost: null, high: null },
    })
    expect(costs().of(row('Ads', 14, 10), [by('source', 'Ads')])).toMatchObject({
      perContact: 3000 / 14,
      perTarget: null,
    })
  })

  it('say why there are none', () => {
    const ads = [by('source', 'Ads')]
    expect(reason(costs().of(row('Radio', 20, 1), [by('source', 'Radio')]))).toBe('No spend entered')
    expect(reason(costs().of(row('x', 20, 1), [...ads, by('campaign', 'x')]))).toMatch(
      /^Entered for the whole source/,
    )
    expect(reason(costs().of(row('x', 20, 1), [...ads, by('search_request', 'x')]))).toMatch(
      /not by search request$/,
    )
    expect(reason(costs([], false).of(row('Ads', 20, 1), ads))).toMatch(
      /all contacts of the period are loaded/,
    )
    expect(reason(costs([by('region', 'Moscow')]).of(row('Ads', 20, 1), ads))).toMatch(
      /^Narrowed by: Region\./,
    )
  })

  it('follow what narrows the report by source, campaign and days', () => {
    const maps = [by('source', 'Maps')]
    expect(reason(costs([by('campaign', 'a')]).of(row('Maps', 20, 1), maps))).toBe(600)
    expect(reason(costs([by('campaign', 'b')]).of(row('Maps', 20, 1), maps))).toBe('No spend entered')
    expect(reason(costs([by('source', 'Ads')]).of(row('Maps', 20, 1), maps))).toBe(600)
    const days: Filter = { by: 'day', first: dayNumber('2026-11-30'), last: dayNumber('2026-12-05') }
    expect(reason(costs([days]).of(row('Ads', 20, 1), [by('source', 'Ads')]))).toBe(100)
  })

  describe('where some days have no spend', () => {
    const OCTOBER_24 = { from: '2026-10-24', to: '2026-11-22' }
    const paid: Spent[] = [
      { client: 'c', object: null, source: 'Ads', campaign: null, months: { '2026-10': 100_000 } },
      { client: 'c', object: null, source: 'Maps', campaign: 'a', months: { '2026-10': 31 } },
      {
        client: 'c',
        object: null,
        source: 'Maps',
        campaign: 'b',
        months: { '2026-11': { amount: 60, first: 1, last: 20 } },
      },
    ]
    const of = (counted: SpendCosts['counted'], path: readonly Filter[], contacts: number) =>
      costs([], true, { days: OCTOBER_24, paid, counted }).of(row('x', contacts, 9), path)
    const counts = (path: readonly string[], contacts: number, target: number): TreeRow => {
      const { value: _, ...rest } = row('', contacts, target)
      return { path, ...rest }
    }
    const lastOctober = [{ from: '2026-10-24', to: '2026-10-31' }]
    const untilTwentieth = [{ from: '2026-10-24', to: '2026-11-20' }]
    const november = [{ from: '2026-11-01', to: '2026-11-20' }]
    const counted: SpendCosts['counted'] = [
      { days: lastOctober, rows: [counts(['Ads'], 16, 4), counts(['Maps', 'a'], 20, 5)] },
      { days: untilTwentieth, rows: [counts(['Maps'], 45, 15)] },
      { days: november, rows: [counts(['Maps', 'b'], 25, 10)] },
    ]

    it('asks for the contacts of each set of days that have spend, once', () => {
      const sets = partlyPaid(spendingOf(paid, OWNER, OCTOBER_24, []))
      expect(sets).toHaveLength(3)
      expect(sets).toEqual(expect.arrayContaining([lastOctober, untilTwentieth, november]))
      expect(partlyPaid(spendingOf(saved, OWNER, NOVEMBER, []))).toEqual([])
    })

    it('divides by the contacts of the days that have spend: 100,000 × 8 of 31 days over 16 contacts, not over 61', () => {
      const sum = (100_000 * 8) / 31
      expect(of(counted, [by('source', 'Ads')], 61)).toMatchObject({
        paid: { days: lastOctober },
        leftOut: 45,
        perContact: sum / 16,
        perTarget: { cost: sum / 4 },
      })
      expect(Math.round(sum / 16)).toBe(1613)
    })

    it('tells the days of campaigns apart, and takes a source’s together', () => {
      const maps = by('source', 'Maps')
      expect(of(counted, [maps], 50)).toMatchObject({ paid: { sum: 68 }, perContact: 68 / 45, leftOut: 5 })
      expect(of(counted, [maps, by('campaign', 'a')], 22)).toMatchObject({ perContact: 8 / 20, leftOut: 2 })
      expect(of(counted, [maps, by('campaign', 'b')], 28)).toMatchObject({ perContact: 60 / 25, leftOut: 3 })
    })

    it('divides by none where there are none', () => {
      expect(of([{ days: lastOctober, rows: [] }], [by('source', 'Ads')], 61)).toMatchObject({
        perContact: null,
        leftOut: 61,
      })
    })
  })

  it('order rows by the upper end of their range, those of which nothing is known last', () => {
    const rows = [row('Radio', 50, 5), row('Maps', 40, 20), row('Ads', 400, 20)]
    const whole = totalOf(rows)
    const evaluated = evaluateRows(
      rows.map((row) => ({ row, cost: costs().of(row, [by('source', row.value)]) })),
      whole,
    )
    const names = (direction: 'ascending' | 'descending') =>
      orderRows(evaluated, 'cost_per_target', direction, 'en').map((one) => one.row.value)
    expect(names('ascending')).toEqual(['Maps', 'Ads', 'Radio'])
    expect(names('descending')).toEqual(['Ads', 'Maps', 'Radio'])
  })
})
