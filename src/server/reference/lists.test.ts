import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { obj } from '#/contract/object.ts'
import type { ReferenceDatabase } from './schema.ts'
import { asker, openFixture, type Asking } from './testing.ts'

let database: ReferenceDatabase
let ask: ReturnType<typeof asker>
beforeAll(async () => {
  database = await openFixture()
  ask = asker(database)
})
afterAll(() => database.destroy())

const read = async (path: string, asking: Asking = {}) => {
  const response = await ask(path, { as: 'marketer', ...asking })
  return { status: response.status, body: await response.json() }
}

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
  ])('"%s" of 45 calls', async (query, first, count, expected) => {
    const { ids, ...rest } = await page(`/v2/objs/oid-1/calls${query}`)
    expect(ids[0]).toBe(first)
    expect(ids).toHaveLength(count)
    expect(rest).toEqual({ ...expected, total_pages: 3, total_objects: 45 })
  })

  it('nothing found is no page', async () => {
    expect(await page('/v2/calls?from_filter=000')).toEqual({
      ids: [],
      current_page: 1,
      prev_page: null,
      next_page: null,
      total_pages: 0,
      total_objects: 0,
    })
  })

  it.each(['0', '-1', 'x', '1.5', '1e99'])('page=%s is wrong', async (value) => {
    const wrong = { status: 400, body: { error: { page: 'must be 1 or more' } } }
    expect(await read(`/v2/calls?page=${value}`)).toEqual(wrong)
    expect(await read(`/v2/objs?page=${value}`)).toEqual(wrong)
  })
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

  // Newest first: 1 to 45, then the two of the second object.
  const ALL = [...Array.from({ length: 45 }, (_, index) => index + 1), 101, 102]

  it.each([
    ['', ALL.slice(0, 20)],
    ['?limit=&offset=', ALL.slice(0, 20)],
    ['?limit=1', [1]],
    ['?limit=100', ALL],
    ['?limit=5&offset=5', [6, 7, 8, 9, 10]],
    ['?offset=45', [101, 102]],
    ['?offset=47', []],
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
    ['limit=ten', { limit: 'must be 1 to 100' }],
    ['offset=-1', { offset: 'must be 0 or more' }],
    ['limit=0&offset=x', { limit: 'must be 1 to 100', offset: 'must be 0 or more' }],
  ])('%s is wrong', async (query, error) => {
    expect(await read(`/v1/calls?${query}`)).toEqual({ status: 400, body: { error } })
    expect(await read(`/v1/objects?${query}`)).toEqual({ status: 400, body: { error } })
  })
})
