import fc from 'fast-check'
import { expect, it } from 'vitest'
import { COUNTS } from '#/analytics/columns/traits.ts'
import { append, createDataset } from '#/analytics/columns/dataset.ts'
import { select } from '#/analytics/columns/select.ts'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { tableOf, treeOf } from './tables.ts'

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
    }),
    runs(100, 2_000),
  )
})

it('a table is the same in whatever order its contacts have come, however few of its rows are listed', () => {
  fc.assert(
    fc.property(contacts, fc.integer({ min: 0, max: 4 }), (rows, limit) => {
      const tableIn = (order: typeof rows) => {
        const data = dataOf(order)
        // Which deals there are depends on ids, which follow the order here.
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
