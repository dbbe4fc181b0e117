import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallsPage } from '#/api/calls.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { expectsNoTrust, Failing } from '#/test/lying-service.ts'
import { runs } from '#/test/runs.ts'
import {
  countOf,
  doubledIn,
  learn,
  MAX_ROWS,
  placeOf,
  shapeOf,
  shownRows,
  type ListShape,
} from './list-shape.ts'
import { pagesOf } from './use-contact-rows.ts'

const SIZE = 5

const answer = (page: number, ids: readonly number[], total: number | null, pages?: number): CallsPage => ({
  calls: ids.map((id) => ({ id }) as ListedCallRead),
  objects: [],
  statuses: {},
  services: [],
  pagination: {
    current_page: page,
    next_page: pages !== undefined && page < pages ? page + 1 : null,
    prev_page: null,
    total_pages: pages ?? null,
    total_objects: total,
  },
})

const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** Reads the list as the journal does: request visible pages, learn from answers. */
const reader = (ask: (page: number) => CallsPage, newestFirst = true) => {
  let clock = 0
  let requests = 0
  const cache = new Map<number, { data: CallsPage; at: number }>()
  const get = (page: number) => {
    const known = cache.get(page)
    if (known) return known
    requests++
    const fetched = { data: ask(page), at: ++clock }
    cache.set(page, fetched)
    return fetched
  }
  const first = get(1)
  let shape: ListShape = shapeOf(first.data, first.at, newestFirst)
  const look = (start: number, rows = SIZE) => {
    for (let round = 0; ; round++) {
      // Converges whatever the service answers.
      expect(round).toBeLessThan(60)
      const { count } = countOf(shape)
      const from = Math.max(Math.min(start, count - rows), 0)
      const pages = [1, ...pagesOf({ start: from, end: Math.min(from + rows, count) }, shape)]
      const next = learn(
        shape,
        pages.map((page) => ({ page, ...get(page) })),
      )
      expect(
        learn(
          next,
          pages.map((page) => ({ page, ...get(page) })),
        ),
      ).toBe(next)
      if (next === shape) {
        const shown = ids(from, Math.min(rows, count - from)).map((index) => {
          const { page, row } = placeOf(shape, index)
          const call = shownRows(shape, page, get(page).data)[row]
          return call && 'id' in call ? call.id : null
        })
        return { from, shown }
      }
      shape = next
    }
  }
  const readAll = () => {
    const seen: (number | null)[] = []
    for (let at = 0; at < countOf(shape).count; at += 2) {
      const { from, shown } = look(at)
      seen.splice(from, Infinity, ...shown)
    }
    return seen
  }
  return {
    look,
    readAll,
    count: () => countOf(shape),
    shape: () => shape,
    requests: () => requests,
  }
}

const pageOf = (list: readonly number[], page: number) => list.slice((page - 1) * SIZE, page * SIZE)

test('an honest list is as long as its total, and each row stands where its number says', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 200 }), fc.array(fc.nat(250)), (total, places) => {
      const list = ids(1000, total)
      const one = reader((page) => answer(page, pageOf(list, page), total, Math.ceil(total / SIZE)))
      for (const place of places) {
        const from = Math.max(Math.min(place, total - SIZE), 0)
        expect(one.look(place).shown).toEqual(list.slice(from, from + SIZE))
      }
      expect(one.count()).toEqual({ count: total, about: false, capped: false })
      expect(one.shape().changed).toBe(false)
    }),
    runs(200, 5000),
  )
})

test('a total that is told later, and is less than what is there, takes no row away', () => {
  const one = reader((page) => answer(page, pageOf(ids(1000, 15), page), page === 2 ? 8 : 15, 3))
  expect(one.look(10).shown).toEqual(ids(1010, 5))
  one.look(5)
  expect(one.count().count).toBe(15)
})

test('fault-list-moves: contacts that come meanwhile neither double nor hide a row', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 80 }),
      fc.array(fc.nat(7), { maxLength: 20 }),
      (total, arrivals) => {
        let list = ids(1000, total)
        const snapshot = list
        const coming = [...arrivals]
        let newest = 999
        let requestCount = 0
        const one = reader((page) => {
          if (requestCount++ > 0)
            for (let more = coming.shift() ?? 0; more > 0; more--) list = [newest--, ...list]
          return answer(page, pageOf(list, page), list.length, Math.ceil(list.length / SIZE))
        })
        expect(one.readAll()).toEqual(snapshot)
        expect(one.count().count).toBe(total)
      },
    ),
    runs(300, 5000),
  )
})

test('fault-doubled: a contact that the service lists twice is one row', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat(1000), { minLength: 1, maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(80), fc.integer({ min: 0, max: 4 })), { maxLength: 10 }),
      (unique, doubles) => {
        const list = [...unique]
        // Duplicates are near the original, as rows shift between pages.
        for (const [place, distance] of doubles) {
          const at = place % list.length
          list.splice(Math.min(at + distance, list.length), 0, list[at] ?? 0)
        }
        const one = reader((page) =>
          answer(page, pageOf(list, page), list.length, Math.ceil(list.length / SIZE)),
        )
        const read = one.readAll()
        // A page of only duplicates ends the list: the service repeats itself.
        if (one.shape().repeatedFrom !== null) {
          expect(new Set(read).size).toBe(read.length)
          return
        }
        expect(read).toEqual([...new Set(list)])
        expect(doubledIn(one.shape())).toBe(list.length - unique.length)
      },
    ),
    runs(300, 5000),
  )
})

test('fault-totals: a total that is too big is found out, whatever it is, in few requests', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: SIZE, max: 60 }),
      fc.integer({ min: 1, max: 1e12 }),
      fc.boolean(),
      (total, more, isClamped) => {
        const list = ids(1000, total)
        const pages = Math.ceil(total / SIZE)
        const one = reader((page) =>
          isClamped && page > pages
            ? answer(pages, pageOf(list, pages), total + more, 1e9)
            : answer(page, pageOf(list, page), total + more, 1e9),
        )
        expect(one.count().capped).toBe(total + more > MAX_ROWS)
        for (let step = 0; step < 40 && one.count().count !== total; step++) one.look(one.count().count)
        expect(one.count()).toMatchObject({ count: total, about: false })
        expect(one.requests()).toBeLessThan(60)
        expect(one.readAll()).toEqual(list)
      },
    ),
    runs(300, 5000),
  )
})

test('a total that is too small or missing does not hide a row', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 80 }),
      fc.option(fc.integer({ min: -5, max: 79 })),
      (total, claimed) => {
        fc.pre(claimed === null || claimed < total)
        const list = ids(1000, total)
        const pages = Math.ceil(total / SIZE)
        const one = reader((page) => answer(page, pageOf(list, page), claimed, pages))
        expect(one.readAll()).toEqual(list)
        expect(one.count()).toEqual({ count: total, about: false, capped: false })
      },
    ),
    runs(300, 5000),
  )
})

test('contacts of two objects may have the same id', () => {
  const page = answer(1, [1, 1, 2], 3, 1)
  const calls = [
    { id: 1, obj_oid: 'a' },
    { id: 1, obj_oid: 'b' },
    { id: 2, obj_oid: 'b' },
  ] as ListedCallRead[]
  const shape = shapeOf({ ...page, calls }, 1, true)
  expect(countOf(shape).count).toBe(3)
  expect(doubledIn(shape)).toBe(0)
})

test('fault-empty-page: an empty page in the middle costs its rows and nothing else', () => {
  const list = ids(1000, 40)
  const one = reader((page) => answer(page, page === 3 ? [] : pageOf(list, page), 40, 8))
  expect(one.readAll()).toEqual([...list.slice(0, 10), ...list.slice(15)])
  expect(one.count()).toEqual({ count: 35, about: false, capped: false })
})

test('two empty pages are the end', () => {
  const list = ids(1000, 40)
  const one = reader((page) => answer(page, page === 3 || page === 4 ? [] : pageOf(list, page), 40, 8))
  expect(one.readAll()).toEqual(list.slice(0, 10))
})

test('fault-same-page: the same page again ends the list after one more request', () => {
  const stuckAt = (last: number) =>
    reader((page) => answer(page, pageOf(ids(1000, 40), Math.min(page, last)), 40, 8))
  const first = stuckAt(1)
  first.look(0)
  expect(first.shape().repeatedFrom).toBe(2)
  expect(first.count().count).toBe(SIZE)
  expect(first.requests()).toBe(2)
  expect(stuckAt(3).readAll()).toEqual(ids(1000, 15))
})

test('a page that was sent in place of another doubles no row, though what comes behind it has come before', () => {
  const list = ids(1000, 26)
  const sent: Readonly<Record<number, CallsPage>> = {
    3: answer(3, pageOf(list, 6), 26, 6),
    5: answer(4, pageOf(list, 4), 26, 6),
  }
  const one = reader((page) => sent[page] ?? answer(page, pageOf(list, page), 26, 6))
  expect(one.readAll()).toEqual([...list.slice(0, 10), ...list.slice(25), ...list.slice(15, 20)])
})

test('contacts that went are noticed: a row may have slipped between two pages', () => {
  const one = reader((page) =>
    page === 1 ? answer(1, ids(1000, 5), 20, 4) : answer(page, pageOf(ids(1001, 19), page), 19, 4),
  )
  one.readAll()
  expect(one.shape().changed).toBe(true)
})

test('a page that there is, answered by another, may have cost a row, and a contact listed twice does not make up for it', () => {
  const list = ids(1000, 31)
  const one = reader((page) => {
    if (page === 5) return answer(5, [...pageOf(list, 5), 1000], 31, 7)
    return page === 7 ? answer(2, pageOf(list, 2), 31, 7) : answer(page, pageOf(list, page), 31, 7)
  })
  expect(one.readAll()).toEqual(list.slice(0, 30))
  expect(one.shape().changed).toBe(true)
})

test('fault-page-size: pages of another size are counted by their rows', () => {
  const sizes = [5, 3, 7, 5, 4]
  let next = 1000
  const pages = sizes.map((size) => ids((next += size) - size, size))
  const one = reader((page) => answer(page, pages[page - 1] ?? [], 24, 5))
  expect(one.readAll()).toEqual(pages.flat())
})

test('whatever the service does, no row is doubled, it ends, and it is complete only if it is', async () => {
  await expectsNoTrust(
    async (ask, _, newestFirst) => {
      try {
        const one = reader((page) => {
          const { ids, pagination } = ask(page)
          return { ...answer(page, ids, null), pagination }
        }, newestFirst)
        const rows = one.readAll()
        const { repeatedFrom, changed, empty, lastWithRows, claimed } = one.shape()
        const { count, about } = one.count()
        const hasHole = [...empty].some((page) => page < lastWithRows)
        return {
          ids: rows.filter((id) => id !== null),
          // A list shorter than its total.
          isComplete:
            !rows.includes(null) &&
            repeatedFrom === null &&
            !changed &&
            !hasHole &&
            !about &&
            claimed <= count + doubledIn(one.shape()),
        }
      } catch (error) {
        if (error instanceof Failing) return null
        throw error
      }
    },
    { isSequential: false },
    300,
  )
})
