import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/** A page waits so long to be drawn with its first answer; a skeleton would not be seen earlier either. */
const AT_ONCE_MS = 150

/**
 * For loaders of routes: asks while the route's code loads.
 * @param cause of the loader; only entering a page waits, changing its filters or walking on does not
 * @returns when the answer is there, or is late; never rejects, since the page says what failed
 */
export const firstAnswer = async <T, K extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<T, Error, T, K>,
  cause: 'preload' | 'enter' | 'stay',
): Promise<void> => {
  const isKnown = queryClient.getQueryData(query.queryKey) !== undefined
  const answer = queryClient.prefetchQuery(query)
  if (isKnown || cause !== 'enter') return
  const late = new Promise<void>((resolve) => setTimeout(resolve, AT_ONCE_MS))
  await Promise.race([answer, late])
}
