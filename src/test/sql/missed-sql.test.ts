import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallsPage } from '#/api/calls.ts'
import { createListLoader } from '#/api/merge/list-loader.ts'
import { createMergedList } from '#/api/merge/merged-list.ts'
import { sortKeyOf } from '#/api/merge/sort-key.ts'
import { MISSED_FILTER_CODES, type CallFilters } from '#/contract/call-filters.ts'
import { allCallsAnswer } from '#/contract/call.ts'
import { isReadable } from '#/contract/field.ts'
import { MISSED } from './contacts-in-sql.ts'
import { openSqlAccount, type SqlAccount } from './sql-account.ts'

/*
 * "Missed" out of six lists is what one query with six statuses says (G27): the same contacts, in the same order, page by
 * page and as a whole. The reference service's own database, read through its API.
 */

const PER_PAGE = 20
const signal = new AbortController().signal

let database: SqlAccount['database']
let request: SqlAccount['request']
let account: number

beforeAll(async () => {
  ;({ database, request, account } = await openSqlAccount({ contacts: 4_000, seed: 5 }))
})
afterAll(() => database.destroy())

const ask = async (filters: CallFilters, page: number): Promise<CallsPage> => {
  const query = new URLSearchParams({ ...filters, page: String(page) })
  const { calls, meta } = allCallsAnswer.lenient.parse(await request(`/v2/calls?${query}`))
  return {
    calls,
    objects: meta?.obj ?? [],
    statuses: {},
    services: [],
    pagination: meta?.pagination ?? null,
  }
}

const inSql = async (order: string) => {
  const { rows } = await sql<{ id: number }>`
    select c.id from contacts c join objects o on o.id = c.object_id
    where c.account_id = ${account} and o.status <> 5 and ${MISSED}
    order by ${sql.raw(order)}`.execute(database)
  return rows.map(({ id }) => id)
}

describe.each([
  ['newest first', {}, 'c.occurred_at desc, c.id desc'],
  ['oldest first', { order_way: 'ASC' }, 'c.occurred_at, c.id'],
  [
    'longest first',
    { order_field: 'duration', order_way: 'DESC' },
    'c.duration desc nulls last, c.occurred_at desc, c.id desc',
  ],
  [
    'shortest first',
    { order_field: 'duration', order_way: 'ASC' },
    'c.duration asc nulls last, c.occurred_at desc, c.id desc',
  ],
] as const)('missed, %s', (_, order, orderInSql) => {
  const filters: CallFilters = { period: 'all', ...order }

  it('is page by page what SQL says, from wherever it is read', async () => {
    const expected = await inSql(orderInSql)
    const list = createMergedList({
      asks: MISSED_FILTER_CODES.map((status_filter) => async (page: number) => {
        const { calls, pagination } = await ask({ ...filters, status_filter }, page)
        return { records: calls, pagination }
      }),
      keyOf: ({ id }) => String(id),
      sortKeyOf: sortKeyOf(filters),
      newestFirst: Object.keys(order).length === 0,
    })
    const pages = Math.ceil(expected.length / PER_PAGE)
    expect(pages).toBeGreaterThan(8)
    for (const page of [Math.ceil(pages / 2), pages, 1, Math.ceil(pages / 3), 2]) {
      const { records, pagination, flaws } = await list.page(page, signal)
      expect(records.filter(isReadable).map(({ id }) => id)).toEqual(
        expected.slice((page - 1) * PER_PAGE, page * PER_PAGE),
      )
      expect(pagination?.total_objects).toBe(expected.length)
      expect(flaws).toEqual([])
    }
  })

  it('is as a whole what SQL says', async () => {
    const loader = createListLoader<number>(
      { ...filters, status_filter: 'missed' },
      { ask, take: (calls) => calls.map(({ id }) => id) },
    )
    const { chunks, count, shortfall } = await loader.load(signal, () => {})
    const expected = await inSql(orderInSql)
    expect(chunks.flat()).toEqual(expected)
    expect(count).toBe(expected.length)
    expect(shortfall).toBeNull()
  })
})
