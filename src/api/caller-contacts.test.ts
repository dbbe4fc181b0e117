import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import type { CallFilters } from '#/contract/call-filters.ts'
import { exampleOf } from '#/test/api-document.ts'
import { fakeFetch, fakeJson, type FakeRequest } from '#/test/fake-fetch.ts'
import { callerContactsQuery } from './calls.ts'

const filters: CallFilters = {
  period: 'custom',
  date_from: '2026-08-23',
  date_to: '2026-11-20',
  from_filter: '79164821705',
}
const pageOf = ({ url }: FakeRequest) => Number(new URL(url, 'http://page').searchParams.get('page') ?? 1)

/** A service with these ids by page; null: a record without id. */
const journal = (
  pages: readonly (number | null)[][],
  { total = pages.length, current = (page: number) => page, objects = pages.flat().length } = {},
) =>
  fakeFetch((request) =>
    fakeJson({
      calls: (pages[pageOf(request) - 1] ?? []).map((id) => ({ ...exampleOf('call'), id })),
      meta: {
        statuses: { answer: 2 },
        pagination: {
          ...exampleOf('pagination'),
          current_page: current(pageOf(request)),
          total_pages: total,
          next_page: null,
          total_objects: objects,
        },
      },
    }),
  )
const load = async () => {
  const { contacts, ...rest } = await new QueryClient({
    defaultOptions: { queries: { retry: false } },
  }).fetchQuery(callerContactsQuery({ principal: 'p1', client: null }, 'a', filters))
  return { ids: contacts.map(({ id }) => id), ...rest }
}

describe('the contacts of a caller', () => {
  test('all pages, in the service’s order, each contact once', async () => {
    const { requests } = journal([[9, 8], [8, 7], [6]])
    expect(await load()).toEqual({ ids: [9, 8, 7, 6], total: 5, statuses: { answer: 2 }, complete: true })
    const query = 'period=custom&date_from=2026-08-23&date_to=2026-11-20&from_filter=79164821705'
    expect(requests.map(({ url }) => url)).toEqual(
      ['', '&page=2', '&page=3'].map((page) => `/api/v2/objs/a/calls?${query}${page}`),
    )
  })

  test.each([
    ['after five pages', [[1], [2], [3], [4], [5], [6]], {}, [1, 2, 3, 4, 5], 5],
    ['when a page comes again (G1)', [[1, 2], [2, 1], [3]], {}, [1, 2], 2],
    [
      'when the last page is the first again (G1)',
      [
        [1, 2],
        [1, 2],
      ],
      {},
      [1, 2],
      2,
    ],
    ['when another page comes than was asked for (G1)', [[1], [2], [3]], { current: () => 1 }, [1], 2],
    ['when a record cannot be read', [[1, null, 2]], {}, [1, 2], 1],
    ['when the service says that there are more', [[1], []], { total: 9, objects: 90 }, [1], 2],
  ])('are not all of them %s', async (_, pages, options, ids, requestCount) => {
    const { requests } = journal(pages, options)
    expect(await load()).toMatchObject({ ids, complete: false })
    expect(requests).toHaveLength(requestCount)
  })

  test.each([
    ['none', [[]], {}],
    ['one page of a service that counts none', [[1]], { total: 0, current: () => 0 }],
    ['one page of a service that counts no contacts', [[1]], { objects: 0 }],
  ])('are all of them: %s', async (_, pages, options) => {
    journal(pages, options)
    expect(await load()).toMatchObject({ ids: pages.flat(), complete: true })
  })
})
