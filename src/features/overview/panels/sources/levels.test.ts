import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTS } from '#/contract/figures/counts.ts'
import { answer } from '#/server/metrics/figures/answer.ts'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import type { Filter } from '#/contract/figures/questions.ts'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import type { OverviewSearch } from '#/features/overview/search.ts'
import { totalOf } from '#/analytics/evaluation/source-verdicts.ts'
import { filtersBelow, isPressed, LEVELS, pressed, type Path } from './levels.ts'

const SOME = ['a', 'b', null] as const
const some = fc.constantFrom(...SOME)
const contacts = fc.array(
  fc.record({
    source: some,
    campaign: some,
    search_request: some,
    region: some,
    status: fc.constantFrom(2, 3, 8),
    target: fc.boolean(),
  }),
  { maxLength: 60 },
)
const dataOf = (rows: typeof contacts extends fc.Arbitrary<infer R> ? R : never): Dataset => {
  const data = createDataset()
  append(
    data,
    rows.map(({ source, campaign, ...more }, id) =>
      listedCall.lenient.parse({
        id: id + 1,
        src: source,
        utm: campaign === null ? null : `utm_campaign=${campaign}`,
        ...more,
      }),
    ),
  )
  return data
}
const filters = fc.uniqueArray(
  fc.record({ by: fc.constantFrom(...LEVELS, 'region' as const), values: fc.tuple(some) }),
  { maxLength: 3, selector: ({ by }) => by },
)
const table = (data: Dataset, all: readonly Filter[], path: Path, level: (typeof LEVELS)[number]) =>
  answer.table(data, null, {
    dimension: level,
    filters: filtersBelow(all, path, level),
    won: [],
    limit: null,
  }).rows

describe('the tree', () => {
  it('adds up: what stands below a row is the row, unless it is narrowed by the level below', () => {
    fc.assert(
      fc.property(contacts, filters, (rows, all) => {
        const data = dataOf(rows)
        const check = (path: Path, depth: number) => {
          const level = LEVELS[depth]!
          const next = LEVELS[depth + 1]
          for (const one of table(data, all, path, level)) {
            const own: Path = [...path, { by: level, value: one.value }]
            if (next === undefined || all.some(({ by }) => by === next)) continue
            const below = totalOf(table(data, all, own, next))
            for (const name of COUNTS) expect(below[name]).toBe(one[name])
            check(own, depth + 1)
          }
        }
        check([], 0)
      }),
      runs(100, 2_000),
    )
  })

  it('keeps a narrowed level’s other rows, as the report’s own table does', () => {
    const data = dataOf([
      { source: 'a', campaign: 'a', search_request: null, region: null, status: 2, target: true },
      { source: 'a', campaign: 'b', search_request: null, region: null, status: 2, target: true },
      { source: 'b', campaign: 'b', search_request: null, region: null, status: 2, target: true },
    ])
    const narrowed: Filter[] = [
      { by: 'source', values: ['b'] },
      { by: 'campaign', values: ['a'] },
    ]
    const path: Path = [{ by: 'source', value: 'a' }]
    expect(table(data, narrowed, path, 'campaign').map(({ value }) => value)).toEqual(['a', 'b'])
  })
})

describe('a click on a row', () => {
  const path: Path = [
    { by: 'source', value: '~odd' },
    { by: 'campaign', value: null },
  ]
  const click = (search: OverviewSearch, on: Path) =>
    ({ ...search, ...pressed(search, on) }) as OverviewSearch

  it('narrows to the row with all above it, and a second one goes one level up', () => {
    const first = click({ region: 'Tver' }, path)
    expect(first).toEqual({ region: 'Tver', source: '~~odd', campaign: '~' })
    expect(isPressed(first, path)).toBe(true)
    expect(isPressed(first, path.slice(0, 1))).toBe(true)
    const second = click(first, path)
    expect(second).toEqual({ region: 'Tver', source: '~~odd', campaign: undefined })
    expect(isPressed(second, path)).toBe(false)
    expect(click(second, path.slice(0, 1))).toEqual({
      region: 'Tver',
      source: undefined,
      campaign: undefined,
    })
  })

  it('on another row moves there', () => {
    const search = click({ source: 'other', campaign: 'other' }, path)
    expect(isPressed(search, path)).toBe(true)
  })
})
