import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#/api/error.ts'
import { contactCountQuery } from '#/api/roll-up/contact-count.ts'
import { createQueryClient } from '#/app/query-client.ts'
// The pages' own frame brings it: what is heard of clients.
import '#/domain/client/client-access.ts'
import { createCountsStore } from './client-counts.ts'

const PRINCIPAL = 'manager'
const setUp = () => {
  const queryClient = createQueryClient({ onSessionEnded: () => {}, onPrincipalChanged: () => {} })
  const query = (client: string, day: string, principal = PRINCIPAL) =>
    contactCountQuery({ principal, client }, { period: 'custom', date_from: day, date_to: day })
  return { queryClient, query, store: createCountsStore(queryClient, PRINCIPAL) }
}
const countsOf = (store: ReturnType<typeof createCountsStore>, client: string) =>
  [...store.of(client).counts.values()].map(({ count }) => count)

describe('the counts', () => {
  test('are what the cache holds of this account, by client, and tell when they change', () => {
    const { queryClient, query, store } = setUp()
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    queryClient.setQueryData(query('a', '2026-11-01').queryKey, 5)
    queryClient.setQueryData(query('a', '2026-11-02').queryKey, null)
    queryClient.setQueryData(query('b', '2026-11-01').queryKey, 7)
    queryClient.setQueryData(query('a', '2026-11-01', 'somebody else').queryKey, 9)
    expect(countsOf(store, 'a')).toEqual([5, null])
    expect(countsOf(store, 'b')).toEqual([7])
    expect(countsOf(store, 'c')).toEqual([])
    expect(listener).toHaveBeenCalledTimes(3)
    stop()
    // Opened again, it knows what came before.
    expect(countsOf(createCountsStore(queryClient, PRINCIPAL), 'a')).toEqual([5, null])
  })

  test('of one client leave those of the others as they are', () => {
    const { queryClient, query, store } = setUp()
    store.subscribe(() => {})
    queryClient.setQueryData(query('a', '2026-11-01').queryKey, 5)
    const before = store.of('a')
    queryClient.setQueryData(query('b', '2026-11-01').queryKey, 7)
    expect(store.of('a')).toBe(before)
  })

  test('of a client that the agency has lost are gone with the first refusal', async () => {
    const { queryClient, query, store } = setUp()
    store.subscribe(() => {})
    queryClient.setQueryData(query('a', '2026-11-01').queryKey, 5)
    queryClient.setQueryData(query('b', '2026-11-01').queryKey, 7)
    await queryClient
      .fetchQuery({
        ...query('a', '2026-11-02'),
        queryFn: () =>
          Promise.reject(new ApiError('client-forbidden', { scope: { principal: PRINCIPAL, client: 'a' } })),
        retry: false,
      })
      .catch(() => {})
    expect(countsOf(store, 'a')).toEqual([])
    expect(store.of('a').isWithdrawn).toBe(true)
    expect(countsOf(store, 'b')).toEqual([7])
  })

  test('are gone with the session', () => {
    const { queryClient, query, store } = setUp()
    store.subscribe(() => {})
    queryClient.setQueryData(query('a', '2026-11-01').queryKey, 5)
    queryClient.clear()
    expect(countsOf(createCountsStore(queryClient, PRINCIPAL), 'a')).toEqual([])
  })
})
