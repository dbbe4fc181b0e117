import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COUNTS } from '#/contract/figures/counts.ts'
import type { ReportRow } from '#/contract/figures/answers.ts'
import { runs } from '#/test/runs.ts'
import { longestOf, namedTotal, shownBreakdownRows } from './rows.ts'

const row = (value: string | null, contacts: number): ReportRow => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as ReportRow),
  value,
  contacts,
  deals: 0,
  won: 0,
  sums: [],
})
const rows = fc
  .uniqueArray(fc.tuple(fc.option(fc.string()), fc.integer({ min: 1, max: 900 })), {
    selector: ([value]) => value,
  })
  .map((drawn) => drawn.map(([value, contacts]) => row(value, contacts)))

it('rows without a value come last, beside as many others as there is room for, in their order', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 12 }), (all, limit) => {
      const shown = shownBreakdownRows({ rows: all }, limit)
      const named = all.filter(({ value }) => value !== null)
      expect(shown.filter(({ value }) => value !== null)).toEqual(named.slice(0, limit))
      const absent = shown.findIndex(({ value }) => value === null)
      expect(absent).toBe(named.length === all.length ? -1 : shown.length - 1)
      expect(namedTotal({ rows: all, total: all.length })).toBe(named.length)
    }),
    runs(200, 3_000),
  )
})

it('no bar is longer than the longest, whose value is known', () => {
  expect(longestOf([row('Москва', 12), row(null, 500), row('Казань', 30)])).toBe(30)
  expect(longestOf([row(null, 500)])).toBe(1)
  expect(longestOf([])).toBe(1)
})
