import { expect, test } from 'vitest'
import { toSharedJson } from '#/server/threads/shared-json.ts'
import { createListLoader, PageMissing, type ExportPage } from './list-loader.ts'

const SIZE = 5

const pageOf = (list: readonly (number | null)[], page: number, total = list.length): ExportPage => ({
  contacts: toSharedJson(list.slice((page - 1) * SIZE, page * SIZE).map((id) => ({ id, obj_oid: 'a' }))),
  pagination: {
    current_page: page,
    next_page: page * SIZE < total ? page + 1 : null,
    prev_page: null,
    total_pages: Math.ceil(total / SIZE),
    total_objects: total,
  },
  titles: [],
  statuses: [],
})
const listOf = (count: number) => Array.from({ length: count }, (_, index) => count - index)

const loaderOf = (ask: (page: number) => ExportPage | Promise<ExportPage>, maxContacts?: number) => {
  const requests: number[] = []
  const load = createListLoader({
    ask: async (page) => {
      requests.push(page)
      return ask(page)
    },
    take: (calls) => calls.map(({ id }) => id),
    ...(maxContacts !== undefined && { maxContacts }),
  })
  return { requests, load: () => load(() => {}) }
}

test.each([0, 1, SIZE, SIZE + 1, 99])('loads %i contacts in the order of the list', async (count) => {
  const all = listOf(count)
  const { load, requests } = loaderOf((page) => pageOf(all, page))
  expect(await load()).toEqual({ rows: all, count: all.length, shortfall: null })
  expect(requests).toHaveLength(Math.max(Math.ceil(count / SIZE), 1))
})

test('keeps four requests in flight, whichever answers first', async () => {
  const all = listOf(60)
  let open = 0
  let most = 0
  const { load } = loaderOf(async (page) => {
    most = Math.max(most, ++open)
    for (let turn = 0; turn < (page % 4) * 3; turn++) await Promise.resolve()
    open--
    return pageOf(all, page)
  })
  expect((await load()).rows).toEqual(all)
  expect(most).toBe(4)
})

test('finds contacts that moved over a page’s edge while others came on top', async () => {
  let all = listOf(30)
  const { load } = loaderOf((page) => {
    if (page === 3) all = [31, ...all]
    return pageOf(all, page)
  })
  const { rows } = await load()
  expect(rows.filter((id) => id <= 30).toSorted((a, b) => b - a)).toEqual(listOf(30))
})

test('asks again only for the page that was missing', async () => {
  const all = listOf(30)
  let isBroken = true
  const { load, requests } = loaderOf((page) => {
    if (page === 3 && isBroken) throw new PageMissing()
    return pageOf(all, page)
  })
  expect((await load()).shortfall).toMatchObject({ loaded: 25, total: 30, gaps: ['failed'] })
  isBroken = false
  requests.length = 0
  expect(await load()).toEqual({ rows: all, count: all.length, shortfall: null })
  expect(requests).toEqual([3])
})

test('gives up where three pages are missing, or the first one', async () => {
  const all = listOf(100)
  const some = loaderOf((page) => {
    if (page > 1) throw new PageMissing()
    return pageOf(all, page)
  })
  expect((await some.load()).shortfall?.gaps).toContain('failed')
  expect(some.requests.length).toBeLessThan(8)
  await expect(
    loaderOf(() => {
      throw new PageMissing()
    }).load(),
  ).rejects.toThrow(PageMissing)
})

test('says what is missing: unreadable records, records listed twice, more than are wanted, fewer than promised', async () => {
  expect((await loaderOf((page) => pageOf([3, null, 1], page)).load()).shortfall).toMatchObject({
    unreadable: 1,
    gaps: ['unreadable'],
  })
  expect((await loaderOf((page) => pageOf([3, 2, 2, 1], page)).load()).shortfall).toMatchObject({
    loaded: 3,
    doubled: 1,
    gaps: ['doubled'],
  })
  expect((await loaderOf((page) => pageOf(listOf(40), page), 12).load()).shortfall).toMatchObject({
    loaded: 12,
    gaps: ['capped'],
  })
  expect((await loaderOf((page) => pageOf(listOf(8), page, 20)).load()).shortfall?.gaps).toContain('short')
})
