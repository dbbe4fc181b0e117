import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withCheckpoints } from '#/server/metrics/columns/checkpoint.ts'
import { TooManyGroups } from '#/server/metrics/columns/aggregate.ts'
import { COUNTS } from '#/contract/figures/counts.ts'
import { append, createDataset } from '#/server/metrics/columns/dataset.ts'
import { onDays, select } from '#/server/metrics/columns/select.ts'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { tableOf, treeOf, treesOf } from './tables.ts'

const LEVELS = ['source', 'campaign', 'search_request'] as const
const WON = new Set(['Won'])
const some = fc.constantFrom('a', 'b', 'c', null)
const contacts = fc.array(
  fc.record({
    source: some,
    campaign: some,
    search_request: some,
    region: some,
    status: fc.constantFrom(2, 3, 8),
    target: fc.option(fc.boolean()),
    deal: fc.option(fc.integer({ min: 1, max: 4 })),
  }),
  { maxLength: 60 },
)
const dataOf = (rows: typeof contacts extends fc.Arbitrary<infer R> ? R : never) => {
  const data = createDataset()
  append(
    data,
    rows.map(({ source, campaign, deal, ...more }, id) =>
      listedCall.lenient.parse({
        id: id + 1,
        src: source,
        utm: campaign === null ? null : `utm_campaign=${campaign}`,
        customer_status: deal === null ? null : { id: deal, status: deal % 2 ? 'Won' : 'New', price: deal },
        ...more,
      }),
    ),
  )
  return data
}

it('each row is what the table below its path says', () => {
  fc.assert(
    fc.property(contacts, fc.option(some), (rows, region) => {
      const data = dataOf(rows)
      const filters = region === null ? [] : [{ by: 'region' as const, values: [region] }]
      const tree = treeOf(data, select(data, filters), { levels: LEVELS, won: WON })
      LEVELS.forEach((level, depth) => {
        const below = Map.groupBy(
          tree.filter(({ path }) => path.length === depth + 1),
          ({ path }) => JSON.stringify(path.slice(0, -1)),
        )
        for (const [parent, found] of below) {
          const above = (JSON.parse(parent) as (string | null)[]).map((value, index) => ({
            by: LEVELS[index]!,
            values: [value],
          }))
          const table = tableOf(data, select(data, [...filters, ...above]), level, WON)
          const byValue = new Map(table.rows.map(({ value, ...row }) => [value, row]))
          expect(new Map(found.map(({ path, ...row }) => [path.at(-1)!, row]))).toEqual(byValue)
        }
      })
      const whole = tableOf(data, select(data, filters), 'source', WON)
      for (const depth of [1, 2, 3])
        for (const name of COUNTS)
          expect(
            tree.filter(({ path }) => path.length === depth).reduce((sum, row) => sum + row[name], 0),
          ).toBe(whole.rows.reduce((sum, row) => sum + row[name], 0))
      // Including unlisted ones.
      const cut = tableOf(data, select(data, filters), 'source', WON, { limit: 1 })
      for (const name of COUNTS)
        expect(cut.whole[name]).toBe(whole.rows.reduce((sum, row) => sum + row[name], 0))
    }),
    runs(100, 2_000),
  )
})

const byPath = <T extends { readonly path: unknown }>(rows: readonly T[]) =>
  new Map(rows.map(({ path, ...row }) => [JSON.stringify(path), row]))

it('trees of sets of days are what each set says for itself', () => {
  const set = fc.array(fc.tuple(fc.integer({ min: 20_000, max: 20_006 }), fc.integer({ min: 0, max: 3 })), {
    maxLength: 3,
  })
  fc.assert(
    fc.property(contacts, fc.array(set, { maxLength: 4 }), (rows, drawn) => {
      const data = dataOf(rows)
      for (let row = 0; row < data.rows; row++) data.day[row] = 20_000 + (row % 8)
      const sets = drawn.map((days) => days.map(([first, more]) => ({ first, last: first + more })))
      const all = select(data, [])
      const shape = { levels: LEVELS, won: WON }
      const trees = treesOf(data, all, sets, shape)
      expect(trees.map(byPath)).toEqual(
        sets.map((days) => byPath(treeOf(data, onDays(data, all, days), shape))),
      )
      // Exactly the number of rows is allowed.
      const mostRows = trees.flat().length
      expect(treesOf(data, all, sets, { ...shape, mostRows })).toEqual(trees)
      if (mostRows > 0)
        expect(() => treesOf(data, all, sets, { ...shape, mostRows: mostRows - 1 })).toThrow(TooManyGroups)
    }),
    runs(100, 2_000),
  )
})

it('count-bomb: more rows than an answer may have are refused before any is counted', () => {
  const values = ['a', 'b', 'c', null] as const
  const rest = { region: null, status: 2, target: null, deal: null } as const
  // 4 sources with 16 campaigns and 64 requests.
  const data = dataOf(
    values.flatMap((source) =>
      values.flatMap((campaign) =>
        values.map((request) => ({ source, campaign, search_request: request, ...rest })),
      ),
    ),
  )
  data.day.fill(20_000)
  const all = select(data, [])
  const shape = { levels: LEVELS, won: WON, mostRows: 50 }
  // Only finding the groups checks for cancellation.
  let calls = 0
  const look = () => void calls++
  const days = [{ first: 0, last: 65_000 }]
  expect(() => withCheckpoints(look, () => treesOf(data, all, [days, days], shape))).toThrow(TooManyGroups)
  expect(() => treeOf(data, all, shape)).toThrow(TooManyGroups)
  expect(calls).toBeLessThanOrEqual(1 + LEVELS.length)
  const ask = (limit: number) => () => tableOf(data, all, 'search_request', WON, { limit, mostRows: 3 })
  expect(ask(Infinity)).toThrow(TooManyGroups)
  expect(ask(3)()).toMatchObject({ total: 4, rows: { length: 3 } })
})

it('count-bomb: counting ends at a checkpoint once it is told to', () => {
  const data = dataOf([
    { source: 'a', campaign: 'b', search_request: 'c', region: 'a', status: 2, target: true, deal: 1 },
  ])
  const left = new Error('left')
  let calls = 0
  const look = () => {
    if (++calls === 5) throw left
  }
  const days = [{ first: 0, last: 65_000 }]
  const count = () =>
    treesOf(
      data,
      select(data, []),
      Array.from({ length: 200 }, () => days),
      { levels: LEVELS, won: WON },
    )
  expect(() => withCheckpoints(look, count)).toThrow(left)
  expect(calls).toBe(5)
  // Later counts are unaffected by the cancelled one.
  expect(count()).toHaveLength(200)
  expect(calls).toBe(5)
})

it('a table is the same in whatever order its contacts have come, however few of its rows are listed', () => {
  fc.assert(
    fc.property(contacts, fc.integer({ min: 0, max: 4 }), (rows, limit) => {
      const tableIn = (order: typeof rows) => {
        const data = dataOf(order)
        // Which deals exist depends on ids, which follow the order here.
        const { rows: listed, total } = tableOf(data, select(data, []), 'search_request', new Set(), {
          limit,
        })
        return { total, listed: listed.map(({ value, contacts: count }) => [value, count]) }
      }
      const table = tableIn(rows)
      expect(tableIn(rows.toReversed())).toEqual(table)
      const byRequest = Map.groupBy(rows, ({ search_request: request }) => request)
      expect(table.listed).toEqual(
        [...byRequest]
          .map(([value, all]) => [value, all.length] as const)
          .toSorted(([a, m], [b, n]) => n - m || ((a ?? '') < (b ?? '') ? -1 : 1))
          .slice(0, limit),
      )
    }),
    runs(200, 3_000),
  )
})
