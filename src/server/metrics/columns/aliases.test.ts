import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listedCall, type ListedCallRead } from '#/contract/call.ts'
import type { AliasRule } from '#/contract/preferences.ts'
import { runs } from '#/test/runs.ts'
import { countAs, createCounting } from './aliases.ts'
import { countFilters, rawFilters, withRules } from '#/analytics/aliases.ts'
import { append, createDataset, type Dataset } from './dataset.ts'
import { tableOf } from '#/server/metrics/figures/tables.ts'
import { select } from './select.ts'

const callOf = (id: number, source: string | null): ListedCallRead =>
  listedCall.lenient.parse({ id, date: '2026-11-20T10:00:00+03:00', source: { title: source }, status: 2 })
const dataOf = (sources: readonly (string | null)[]): Dataset => {
  const data = createDataset(4)
  append(
    data,
    sources.map((source, index) => callOf(index + 1, source)),
  )
  return data
}
const rowsOf = (data: Dataset, by: 'source' | 'campaign' = 'source') =>
  tableOf(data, select(data, []), by, new Set()).rows.map(({ value, contacts }) => [value, contacts])
const rule = (raw: string, as: string): AliasRule => ({ by: 'source', raw, as })

describe('with a rule', () => {
  const data = dataOf(['Yandex', 'yandex', 'yandex', null, 'Maps'])

  it('both values are one row, the total is the same, and the raw columns stay', () => {
    expect(rowsOf(countAs(data, [rule('yandex', 'Yandex')]))).toEqual([
      ['Yandex', 3],
      [null, 1],
      ['Maps', 1],
    ])
    expect(rowsOf(data)).toHaveLength(4)
    expect(rowsOf(countAs(data, [rule('yandex', 'Yandex')]), 'campaign')).toEqual([[null, 5]])
  })

  it('a filter by either value finds both', () => {
    const rules = [rule('yandex', 'Yandex')]
    const counted = countAs(data, rules)
    for (const value of ['yandex', 'Yandex']) {
      const selection = select(counted, countFilters([{ by: 'source', values: [value] }], rules))
      expect([...selection].filter((mark) => mark === 0)).toHaveLength(3)
    }
  })

  it('the work is done once, and again when there are other rows or rules', () => {
    const counting = createCounting()
    const grown = dataOf(['a', 'b'])
    const first = counting(grown, [rule('a', 'b')], 1)
    expect(counting(grown, [rule('a', 'b')], 1)).toBe(first)
    expect(counting(grown, [], 1)).toBe(grown)
    append(grown, [callOf(9, 'a')])
    expect(rowsOf(counting(grown, [rule('a', 'b')], 2))).toEqual([['b', 3]])
    expect(rowsOf(counting(grown, [rule('b', 'c')], 2))).toEqual([
      ['a', 2],
      ['c', 1],
    ])
  })
})

it('what is counted by other names is found by the service’s own', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const values = fc.array(fc.option(name, { nil: null }), { maxLength: 3 })
  const rules = fc.uniqueArray(fc.record({ by: fc.constant('source' as const), raw: name, as: name }), {
    selector: ({ raw }) => raw,
  })
  fc.assert(
    fc.property(
      fc.array(fc.option(name, { nil: null })),
      rules,
      values,
      fc.boolean(),
      (sources, rules, values, except) => {
        const data = dataOf(sources)
        const filters = [{ by: 'source' as const, values, except }]
        expect(select(data, rawFilters(filters, rules))).toEqual(
          select(countAs(data, rules), countFilters(filters, rules)),
        )
      },
    ),
    runs(300, 5_000),
  )
})

describe('a new rule', () => {
  it('takes along those that pointed at its name, and follows the one its target has', () => {
    expect(withRules([rule('a', 'b')], 'source', ['b'], 'c')).toEqual([rule('a', 'c'), rule('b', 'c')])
    expect(withRules([rule('b', 'c')], 'source', ['a'], 'b')).toEqual([rule('b', 'c'), rule('a', 'c')])
  })

  it('takes the place of the old one for its name, and leaves the other dimension alone', () => {
    const other: AliasRule = { by: 'campaign', raw: 'a', as: 'b' }
    expect(withRules([rule('a', 'b'), other], 'source', ['a'], 'c')).toEqual([other, rule('a', 'c')])
  })

  it('whatever was there, each name has one rule, none leads to a name with another, and made twice it is the same', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const step = fc.record({ raw: fc.uniqueArray(name, { minLength: 1 }), as: name })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let rules: AliasRule[] = []
        for (const { raw, as } of steps) {
          rules = withRules(rules, 'source', raw, as)
          expect(withRules(rules, 'source', raw, as)).toEqual(rules)
          const named = rules.map((one) => one.raw)
          expect(new Set(named).size).toBe(named.length)
          for (const one of rules) expect(named).not.toContain(one.as)
          expect(new Set(raw.map((one) => rules.find((found) => found.raw === one)?.as ?? one)).size).toBe(1)
        }
      }),
      runs(300, 5_000),
    )
  })
})
