import { describe, expect, it } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import type { Filter } from '#/analytics/columns/select.ts'
import type { ReportRow } from '#/analytics/worker/tables.ts'
import type { Spent } from '#/contract/preferences.ts'
import { setLocale } from '#/i18n/locale.ts'
import { orderRows, judge, totalOf } from '#/features/overview/panels/sources/rows.ts'
import { costsOf } from './costs.ts'

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
const costs = (filters: readonly Filter[] = [], isLoaded = true) =>
  costsOf(saved, OWNER, NOVEMBER, { filters }, isLoaded)
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

  it('order rows by the upper end of their range, those of which nothing is known last', () => {
    const rows = [row('Radio', 50, 5), row('Maps', 40, 20), row('Ads', 400, 20)]
    const whole = totalOf(rows)
    const judged = rows.map((one) => judge(one, whole, costs().of(one, [by('source', one.value)])))
    const names = (direction: 'ascending' | 'descending') =>
      orderRows(judged, 'cost_per_target', direction, 'en').map((one) => one.row.value)
    expect(names('ascending')).toEqual(['Maps', 'Ads', 'Radio'])
    expect(names('descending')).toEqual(['Ads', 'Maps', 'Radio'])
  })
})
