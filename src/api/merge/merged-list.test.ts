import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isReadable } from '#/contract/field.ts'
import { createMergedList, type MergedList } from './merged-list.ts'
import type { SortKey } from './sort-key.ts'

interface Row {
  readonly id: number
  /** Rows go by it, greatest first; null: the row does not say. */
  readonly value: number | null
}

const SIZE = 4
const signal = new AbortController().signal

/** Six lists as a service would page them; `lists` may change between the requests. */
const service = (lists: Row[][], size = SIZE) => {
  let requests = 0
  const answer = (list: readonly Row[], page: number) => ({
    records: list.slice((page - 1) * size, page * size),
    pagination: {
      current_page: page,
      next_page: page * size < list.length ? page + 1 : null,
      prev_page: page > 1 ? page - 1 : null,
      total_pages: Math.ceil(list.length / size),
      total_objects: list.length,
    },
  })
  const merged = createMergedList<Row>({
    asks: lists.map((_, at) => async (page) => {
      requests++
      return answer(lists[at] ?? [], page)
    }),
    keyOf: ({ id }) => String(id),
    sortKeyOf: (row): SortKey | null => (isReadable(row) && row.value !== null ? [-row.value] : null),
    newestFirst: true,
  })
  return { merged, requests: () => requests }
}

const rowsOf = async (merged: MergedList<Row>, page: number) =>
  (await merged.page(page, signal)).records.filter(isReadable)

/** All pages from the top. */
const readAll = async (merged: MergedList<Row>) => {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { records, pagination } = await merged.page(page, signal)
    rows.push(...records.filter(isReadable))
    if ((pagination?.next_page ?? null) === null) return rows
  }
}

/** Values with many ties, each row with a number of its own. */
const sixLists = fc
  .array(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 40 }), { minLength: 6, maxLength: 6 })
  .map((lists) => lists.map((values, list) => values.map((value, at) => ({ id: list * 1000 + at, value }))))
const sorted = (lists: readonly (readonly Row[])[]) =>
  lists.map((list) => list.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0)))
const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)

describe('six lists in order', () => {
  it('are one list, whichever of its pages are asked for first', async () => {
    await fc.assert(
      fc.asyncProperty(sixLists, fc.array(fc.nat(60), { maxLength: 8 }), async (raw, jumps) => {
        const lists = sorted(raw)
        // Equal ones stay in the order of their lists: sorting is stable.
        const expected = sorted([lists.flat()]).flat()
        const { merged } = service(lists)
        const size = lists.some((list) => list.length > SIZE) ? SIZE : Math.max(expected.length, 1)
        for (const at of jumps) {
          const page = (at % (Math.ceil(expected.length / size) + 1)) + 1
          const { records, pagination, flaws } = await merged.page(page, signal)
          expect(records).toEqual(expected.slice((page - 1) * size, page * size))
          expect(pagination).toMatchObject({ current_page: page, total_objects: expected.length })
          expect(flaws).toEqual([])
        }
        expect(idsOf(await readAll(merged))).toEqual(idsOf(expected))
      }),
    )
  })

  it('are found anywhere with few requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.nat(),
        async (lengths, seed, place) => {
          let state = seed
          const next = () => (state = (state * 48_271) % 2_147_483_647)
          const lists = sorted(
            lengths.map((length, list) =>
              Array.from({ length }, (_, at) => ({ id: list * 1000 + at, value: next() % 5000 })),
            ),
          )
          const total = lists.flat().length
          const { merged, requests } = service(lists)
          await merged.page(1, signal)
          const before = requests()
          const pages = Math.ceil(total / SIZE)
          await merged.page((place % pages) + 1, signal)
          // To find the cut, and then the rows behind it: at most one page of each list more than they fill.
          const cut = 6 * Math.log2(Math.max(pages, 2))
          expect(requests() - before).toBeLessThanOrEqual(Math.ceil(cut) + 6 + 1)
        },
      ),
    )
  })

  it('are read from the top with hardly more requests than they have pages', async () => {
    const lists = sorted(
      Array.from({ length: 6 }, (_, list) =>
        Array.from({ length: 80 }, (__, at) => ({ id: list * 1000 + at, value: (at * 7919 + list) % 1009 })),
      ),
    )
    const { merged, requests } = service(lists)
    expect(await readAll(merged)).toHaveLength(480)
    expect(requests()).toBe(120)
  })
})

describe('a list that does not keep its order', () => {
  it('is told, and every row of all six still comes once', async () => {
    await fc.assert(
      fc.asyncProperty(sixLists, async (lists) => {
        const { merged } = service(lists)
        const rows = await readAll(merged)
        expect(new Set(idsOf(rows))).toEqual(new Set(idsOf(lists.flat())))
        expect(rows).toHaveLength(lists.flat().length)
        const { flaws } = await merged.page(1, signal)
        const isSorted = lists.every((list) =>
          list.every((row, at) => at === 0 || row.value <= list[at - 1]!.value),
        )
        expect(flaws.includes('unordered')).toBe(!isSorted)
      }),
    )
  })
})

describe('rows that say nothing to go by', () => {
  it('stay beside the row the service put them after', async () => {
    const { merged } = service([
      [
        { id: 1, value: 9 },
        { id: 2, value: null },
        { id: 3, value: 5 },
      ],
      [{ id: 4, value: 7 }],
    ])
    expect(idsOf(await readAll(merged))).toEqual([1, 2, 4, 3])
  })
})

describe('while contacts come and go', () => {
  it('is the list of the moment it was asked for, each row once', async () => {
    await fc.assert(
      fc.asyncProperty(
        sixLists,
        fc.array(fc.record({ list: fc.nat(5), after: fc.nat(30) }), { maxLength: 6 }),
        async (raw, arrivals) => {
          const lists = sorted(raw)
          const expected = sorted([lists.flat()]).flat()
          const { merged } = service(lists)
          const rows: Row[] = []
          for (let page = 1; ; page++) {
            const { records, pagination } = await merged.page(page, signal)
            rows.push(...records.filter(isReadable))
            for (const { list, after } of arrivals)
              if (after === page)
                lists[list]?.unshift({ id: 9000 + rows.length * 10 + list, value: 100 + page })
            expect(pagination?.total_objects).toBe(expected.length)
            if ((pagination?.next_page ?? null) === null) break
          }
          expect(idsOf(rows)).toEqual(idsOf(expected))
        },
      ),
    )
  })

  test('rows that have left are told by the total, as in any list', async () => {
    const lists = Array.from({ length: 6 }, (_, list) =>
      Array.from({ length: 12 }, (__, at) => ({ id: list * 1000 + at, value: 100 - at })),
    )
    const { merged } = service(lists)
    const before = await merged.page(1, signal)
    lists[2]?.splice(0, 2)
    const after = await merged.page(10, signal)
    expect(before.pagination?.total_objects).toBe(72)
    expect(after.pagination?.total_objects).toBe(70)
  })
})

describe('a service that misleads', () => {
  test('doubles of a list are handed on: the list that shows them takes them out', async () => {
    const twice = { id: 1, value: 50 }
    const { merged } = service([[twice, twice, { id: 2, value: 40 }], [{ id: 3, value: 45 }]])
    expect(idsOf(await readAll(merged))).toEqual([1, 1, 3, 2])
  })

  test('a list that sends its first page again ends there, and says so', async () => {
    const list = Array.from({ length: 12 }, (_, at) => ({ id: at, value: 100 - at }))
    const merged = createMergedList<Row>({
      asks: [
        async () => ({
          records: list.slice(0, SIZE),
          pagination: { current_page: 1, next_page: 2, prev_page: null, total_pages: 3, total_objects: 12 },
        }),
        async () => ({ records: [{ id: 99, value: 95.5 }], pagination: null }),
      ],
      keyOf: ({ id }) => String(id),
      sortKeyOf: (row) => (isReadable(row) && row.value !== null ? [-row.value] : null),
      newestFirst: true,
    })
    expect(idsOf(await rowsOf(merged, 1))).toEqual([0, 1, 2, 3])
    expect(idsOf(await rowsOf(merged, 2))).toEqual([99])
    expect((await merged.page(2, signal)).flaws).toEqual(['repeated'])
  })

  test('without totals the list goes as far as the service says that there is more', async () => {
    const list = Array.from({ length: 11 }, (_, at) => ({ id: at, value: 100 - at }))
    const silent = (rows: readonly Row[]) => async (page: number) => ({
      records: rows.slice((page - 1) * SIZE, page * SIZE),
      pagination: {
        current_page: page,
        next_page: page * SIZE < rows.length ? page + 1 : null,
        prev_page: null,
        total_pages: null,
        total_objects: null,
      },
    })
    const merged = createMergedList<Row>({
      asks: [silent(list), silent([{ id: 77, value: 97.5 }])],
      keyOf: ({ id }) => String(id),
      sortKeyOf: (row) => (isReadable(row) && row.value !== null ? [-row.value] : null),
      newestFirst: true,
    })
    expect(idsOf(await readAll(merged))).toEqual([0, 1, 2, 77, 3, 4, 5, 6, 7, 8, 9, 10])
  })
})
