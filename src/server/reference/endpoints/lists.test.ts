import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { obj } from '#/contract/object.ts'
import { runs } from '#/test/runs.ts'
import { testContactRow, objectRow } from '../testing/rows.ts'
import { type TestRequest, openAccounts, readAnswer, sharedService } from '../testing/fixture.ts'

const { ask } = sharedService()

const read = (path: string, request?: TestRequest) => readAnswer(ask, path, request)

describe('pages of 20', () => {
  const page = async (path: string) => {
    const { body } = await read(path)
    return { ids: body.calls.map(({ id }: { id: number }) => id), ...body.meta.pagination }
  }

  it.each([
    ['', 1, 20, { current_page: 1, prev_page: null, next_page: 2 }],
    ['?page=2', 21, 20, { current_page: 2, prev_page: 1, next_page: 3 }],
    ['?page=3', 41, 5, { current_page: 3, prev_page: 2, next_page: null }],
    ['?page=4', undefined, 0, { current_page: 4, prev_page: 3, next_page: null }],
    ['?page=5', undefined, 0, { current_page: 5, prev_page: 3, next_page: null }],
    ['?page=999999999999', undefined, 0, { current_page: 999_999_999_999, prev_page: 3, next_page: null }],
    ['?page=', 1, 20, { current_page: 1, prev_page: null, next_page: 2 }],
    ['?page=002', 21, 20, { current_page: 2, prev_page: 1, next_page: 3 }],
  ])('"%s" of 45 calls', async (query, first, count, expected) => {
    const { ids, ...rest } = await page(`/v2/objs/oid-1/calls${query}`)
    expect(ids[0]).toBe(first)
    expect(ids).toHaveLength(count)
    expect(rest).toEqual({ ...expected, total_pages: 3, total_objects: 45 })
  })

  it.each([1, 2, 7])('nothing found is no page, on page %i', async (current_page) => {
    expect(await page(`/v2/calls?from_filter=000&page=${current_page}`)).toEqual({
      ids: [],
      current_page,
      prev_page: null,
      next_page: null,
      total_pages: 0,
      total_objects: 0,
    })
  })

  it.each(['0', '-1', 'x', '1.5', '1e99', '%2B1', '%201', '0x1', '1000000000000'])(
    'page=%s is wrong',
    async (value) => {
      const wrong = { status: 400, body: { error: { page: 'must be 1 to 999999999999' } } }
      for (const path of ['/v2/calls', '/v2/objs/oid-1/calls', '/v2/objs'])
        expect(await read(`${path}?page=${value}`)).toEqual(wrong)
    },
  )
})

describe('v1 lists', () => {
  it('objects', async () => {
    const { body } = await read('/v1/objects')
    expect(body).toMatchObject({ objects: [{ oid: 'oid-1' }, { oid: 'oid-2' }], count: 2, total: 2 })
    obj.documented.parse(body.objects[0])
    expect((await read('/v1/objects?limit=1&offset=1')).body).toMatchObject({
      objects: [{ oid: 'oid-2' }],
      count: 1,
      total: 2,
    })
  })

  // Newest first: 1 to 45, then two of the second object.
  const ALL = [...Array.from({ length: 45 }, (_, index) => index + 1), 101, 102]

  it.each([
    ['', ALL.slice(0, 20)],
    ['?limit=&offset=', ALL.slice(0, 20)],
    ['?limit=1', [1]],
    ['?limit=100', ALL],
    ['?limit=5&offset=5', [6, 7, 8, 9, 10]],
    ['?offset=45', [101, 102]],
    ['?offset=46', [102]],
    ['?offset=47', []],
    ['?offset=999999999999', []],
    ['?limit=100&offset=46', [102]],
  ])('calls%s', async (query, ids) => {
    const { body } = await read(`/v1/calls${query}`)
    expect(Object.keys(body)).toEqual(['calls', 'count', 'total'])
    expect(body).toMatchObject({ count: ids.length, total: 47 })
    const calls: unknown[] = body.calls
    expect(calls.map((call) => listedCall.documented.parse(call).id)).toEqual(ids)
  })

  it.each([
    ['limit=0', { limit: 'must be 1 to 100' }],
    ['limit=101', { limit: 'must be 1 to 100' }],
    ['limit=-1', { limit: 'must be 1 to 100' }],
    ['limit=1.5', { limit: 'must be 1 to 100' }],
    ['limit=ten', { limit: 'must be 1 to 100' }],
    ['limit=999999999999', { limit: 'must be 1 to 100' }],
    ['offset=-1', { offset: 'must be 0 to 999999999999' }],
    ['offset=0.5', { offset: 'must be 0 to 999999999999' }],
    ['offset=1000000000000', { offset: 'must be 0 to 999999999999' }],
    ['limit=0&offset=x', { limit: 'must be 1 to 100', offset: 'must be 0 to 999999999999' }],
  ])('%s is wrong', async (query, error) => {
    expect(await read(`/v1/calls?${query}`)).toEqual({ status: 400, body: { error } })
    expect(await read(`/v1/objects?${query}`)).toEqual({ status: 400, body: { error } })
  })
})

describe('pages make up the list, nothing twice and nothing left out', () => {
  const { ask, database } = sharedService(openAccounts)
  const get = async (path: string) => (await ask(path, { as: 'marketer' })).json()

  /** @param objects the first one has `contacts` contacts, some of the same instant */
  const fill = async (objects: number, contacts: number) => {
    await database().deleteFrom('contacts').execute()
    await database().deleteFrom('objects').execute()
    const rows = Array.from({ length: objects }, (_, index) => objectRow(index + 1, 'marketer'))
    await database().insertInto('objects').values(rows).execute()
    const calls = Array.from({ length: contacts }, (_, index) =>
      testContactRow(index + 1, rows[0]!, { occurred_at: Math.floor(index / 3) * 60_000 }),
    )
    if (contacts > 0) await database().insertInto('contacts').values(calls).execute()
  }
  const sizes = [fc.integer({ min: 1, max: 65 }), fc.integer({ min: 0, max: 65 })] as const
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

  /** Follows `next_page` from the first page to the last, and learns the page size as a reader does (G1). */
  const walk = async (path: string, idsOf: (body: never) => (string | number)[]) => {
    const pages = []
    for (let page: number | null = 1; page !== null; page = pages.at(-1)!.next_page) {
      const body = await get(`${path}?page=${page}`)
      pages.push({ ids: idsOf(body as never), ...body.meta.pagination })
    }
    const { length } = pages
    const [size] = pages.map(({ ids }) => ids.length)
    expect(pages.slice(0, -1).map(({ ids }) => ids.length)).toEqual(Array(length - 1).fill(size))
    expect(pages.map((page) => page.current_page)).toEqual(upTo(length))
    expect(pages.map((page) => page.prev_page)).toEqual([null, ...upTo(length - 1)])
    const ids = pages.flatMap((page) => page.ids)
    const totals = { total_objects: ids.length, total_pages: ids.length === 0 ? 0 : length }
    for (const page of pages) expect(page).toMatchObject(totals)
    return ids
  }

  const idsOfCalls = ({ calls }: { calls: { id: number }[] }) => calls.map(({ id }) => id)
  const oids = (objects: { oid: string }[]) => objects.map(({ oid }) => oid)

  it('v2, by the next page each names', async () => {
    await fc.assert(
      fc.asyncProperty(...sizes, async (objects, contacts) => {
        await fill(objects, contacts)
        const newestFirst = upTo(contacts).toReversed()
        expect(await walk('/v2/calls', idsOfCalls)).toEqual(newestFirst)
        expect(await walk('/v2/objs/oid-1/calls', idsOfCalls)).toEqual(newestFirst)
        const listed = await walk('/v2/objs/', ({ objs }: { objs: { oid: string }[] }) => oids(objs))
        expect(listed).toEqual(upTo(objects).map((id) => `oid-${id}`))
      }),
      runs(15, 500),
    )
  })

  it('v1, by any limit', async () => {
    await fc.assert(
      fc.asyncProperty(...sizes, fc.integer({ min: 1, max: 100 }), async (objects, contacts, limit) => {
        await fill(objects, contacts)
        const collect = async (path: string, total: number, idsOf: (body: never) => (string | number)[]) => {
          const ids = []
          for (let offset = 0; offset <= total; offset += limit) {
            const body = await get(`${path}?limit=${limit}&offset=${offset}`)
            const part = idsOf(body as never)
            expect(body).toMatchObject({ count: part.length, total })
            ids.push(...part)
          }
          return ids
        }
        expect(await collect('/v1/calls', contacts, idsOfCalls)).toEqual(upTo(contacts).toReversed())
        const listed = await collect('/v1/objects', objects, (body: { objects: { oid: string }[] }) =>
          oids(body.objects),
        )
        expect(listed).toEqual(upTo(objects).map((id) => `oid-${id}`))
      }),
      // A limit of 1 takes a hundred requests.
      runs(8, 300),
    )
  })
})
