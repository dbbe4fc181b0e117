import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, test } from 'vitest'
import { listedCall } from '#/contract/call.ts'

import { isReadable, Unreadable } from '#/contract/field.ts'
import { exampleOf } from '#/test/api-document.ts'
import { fakeFetch, fakeJson, type FakeRequest } from '#/test/fake-fetch.ts'
import { expectsNoTrust, Failing, honestPage, SIZE, type LyingAnswer } from '#/test/lying-service.ts'
import { callerContactsQuery, callRowQuery } from './calls.ts'
import { ApiError } from './error.ts'
import { filterOptionsQuery } from './filter-options/filter-options.ts'
import { objectsQuery } from './objects.ts'
import { isComplete, readPages, type Page } from './pages.ts'

const scope = { principal: 'p1', client: null }
type Answer = (page: number) => LyingAnswer

/** Throws ApiError, as requests do. */
const orApiError = <T>(answer: () => T): T => {
  try {
    return answer()
  } catch (error) {
    if (error instanceof Failing) throw new ApiError(error.isPassing ? 'unavailable' : 'bad-response')
    throw error
  }
}
/** Null: the service failed too often. */
const unlessFailed = <T>(reading: Promise<T>): Promise<T | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ApiError) return null
    throw error
  })

const pageOf = ({ url }: FakeRequest) => Number(new URL(url, 'http://page').searchParams.get('page') ?? 1)

/** The service at the other end of `fetch`. */
const serve = (answer: Answer) => {
  fakeFetch((request) => {
    const [, oid] = /\/objs\/([^/]+)\/filters/.exec(request.url) ?? []
    if (oid !== undefined) return fakeJson({ sources: [[oid, oid]], durations: [], call_statuses: [] })
    try {
      const { ids, pagination } = answer(pageOf(request))
      const meta = { pagination }
      return request.url.includes('/calls')
        ? fakeJson({ calls: ids.map((id) => ({ id, obj_oid: 'a' })), meta })
        : fakeJson({ objs: ids.map((id) => ({ oid: String(id) })), meta })
    } catch (error) {
      if (error instanceof Failing) return fakeJson({ error: 'unknown_error' }, { status: 503 })
      throw error
    }
  })
  return new QueryClient({ defaultOptions: { queries: { retry: false } } })
}

describe('fault-list-moves: whatever the service does, nothing is doubled, it ends, and it is complete only if it is', () => {
  test('page by page', () =>
    expectsNoTrust(
      (answer) =>
        unlessFailed(
          readPages({
            ask: async (page): Promise<Page<number>> =>
              orApiError(() => {
                const { ids, pagination } = answer(page)
                return { records: ids, pagination }
              }),
            keyOf: String,
          }).then(({ records, gaps }) => ({ ids: records, isComplete: isComplete(gaps) })),
        ),
      { isSequential: true },
    ))

  test('the list of objects', () =>
    expectsNoTrust(
      async (answer) => {
        const list = await unlessFailed(serve(answer).fetchQuery(objectsQuery(scope, undefined)))
        return (
          list && {
            ids: list.objects.filter(isReadable).map(({ oid }) => Number(oid)),
            isComplete: isComplete(list.gaps),
          }
        )
      },
      { isSequential: true },
    ))

  test('the candidates of the filters', () =>
    expectsNoTrust(
      async (answer) => {
        const options = await unlessFailed(serve(answer).fetchQuery(filterOptionsQuery(scope, null)))
        return (
          options && { ids: options.sources.map(({ code }) => Number(code)), isComplete: !options.partial }
        )
      },
      { isSequential: true, most: 40 },
      100,
    ))

  test('the contacts of a caller', () =>
    expectsNoTrust(
      async (answer) => {
        const query = callerContactsQuery(scope, 'a', { period: 'all' })
        const found = await unlessFailed(serve(answer).fetchQuery(query))
        return found && { ids: found.contacts.map(({ id }) => id), isComplete: found.complete }
      },
      { isSequential: true, mostPages: 5 },
    ))

  test('the row of a call', () =>
    expectsNoTrust(
      async (answer) => {
        const wantedCall = listedCall.lenient.parse({ ...exampleOf('call'), id: 3 })
        let isSeen = false
        let isStuck = false
        let next = 1
        const watched: Answer = (page) => {
          const sent = answer(page)
          isSeen ||= !isStuck && page === next && sent.ids.includes(3)
          isStuck ||= sent.pagination.current_page !== page
          next++
          return sent
        }
        const row = await unlessFailed(serve(watched).fetchQuery(callRowQuery(scope, 'a', wantedCall)))
        expect(row === null || row.id === 3).toBe(true)
        if (isSeen && !isStuck) expect(row?.id).toBe(3)
        return null
      },
      { isSequential: true, mostPages: 5 },
      100,
    ))
})

describe('pages one after another', () => {
  const read = async (
    pages: readonly (readonly (number | Unreadable)[])[],
    pagination: (page: number) => Partial<NonNullable<Page<number>['pagination']>> | null,
    isEnough?: (fresh: readonly number[]) => boolean,
  ) => {
    const requestedPages: number[] = []
    const ask = async (page: number): Promise<Page<number>> => {
      requestedPages.push(page)
      const claimed = pagination(page)
      const silent = {
        current_page: null,
        next_page: null,
        prev_page: null,
        total_pages: null,
        total_objects: null,
      }
      return { records: pages[page - 1] ?? [], pagination: claimed && { ...silent, ...claimed } }
    }
    return { ...(await readPages({ ask, keyOf: String, ...(isEnough && { isEnough }) })), requestedPages }
  }
  const total = (total_pages: number) => (page: number) => ({ current_page: page, total_pages })

  it('fault-totals: go on by the next page where there is no total, and end with an empty one', async () => {
    const next = (page: number) => ({ next_page: page + 1 })
    expect(await read([[1], [2]], next)).toMatchObject({ records: [1, 2], requestedPages: [1, 2, 3] })
    expect(await read([[1], [2]], () => null)).toMatchObject({ records: [1], gaps: [], requestedPages: [1] })
  })

  it('end where a page comes again, or another than the one asked for', async () => {
    expect(await read([[1, 2], [1, 2], [3]], total(3))).toMatchObject({ records: [1, 2], gaps: ['repeated'] })
    const stuck = () => ({ current_page: 1, total_pages: 3 })
    expect(await read([[1], [2]], stuck)).toMatchObject({
      records: [1],
      gaps: ['repeated'],
      requestedPages: [1, 2],
    })
  })

  it('count from what a service can mean: there is no page 0, and no total below what is there', async () => {
    const nought = () => ({ current_page: 0, total_pages: 0, total_objects: 0 })
    expect(await read([[1, 2]], nought)).toMatchObject({ records: [1, 2], total: null, gaps: [] })
  })

  it('stop when there is enough, and do not go on for ever', async () => {
    expect(await read([[1], [2], [3]], total(3), ([last]) => last === 2)).toMatchObject({
      records: [1, 2],
      gaps: [],
      requestedPages: [1, 2],
    })
    const rows = Array.from({ length: 1_200 }, (_, row) => [row])
    const endless = await read(rows, (page) => ({ current_page: page, total_pages: page + 1 }))
    expect(endless.gaps).toEqual(['capped'])
    expect(endless.requestedPages).toHaveLength(1_000)
  })

  it('keep what cannot be read in its place, and what is listed twice once', async () => {
    const one = new Unreadable(null)
    expect(await read([[1, one], [1, 2], [one]], total(3))).toMatchObject({
      rows: [1, one, 2, one],
      records: [1, 2],
      gaps: ['unreadable'],
    })
  })

  it('may begin with known records when as many have come on top meanwhile', async () => {
    const before = Array.from({ length: 12 }, (_, index) => 12 - index)
    const after = [...Array.from({ length: SIZE }, (_, index) => 100 - index), ...before]
    const { records, gaps } = await readPages({
      ask: async (page): Promise<Page<number>> => {
        const { ids, pagination } = honestPage(page === 1 ? before : after, page)
        return { records: ids, pagination }
      },
      keyOf: String,
    })
    expect(records).toEqual(before)
    expect(gaps).toEqual([])
  })
})
