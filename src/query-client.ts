import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { isApiError, retryDelay, shouldRetry } from '#/api/error.ts'

/**
 * The one cache. It lives in memory only: personal data are never kept in the browser.
 * @param lost the one place for a session that ended or changed under the page, whichever request noticed
 */
export const createQueryClient = (lost: {
  readonly onSessionEnded: () => void
  readonly onPrincipalChanged: () => void
}): QueryClient => {
  const onError = (error: unknown) => {
    if (isApiError(error, 'session-ended')) lost.onSessionEnded()
    if (isApiError(error, 'principal-changed')) lost.onPrincipalChanged()
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        onError(error)
        if (isApiError(error, 'client-forbidden')) forgetClient(queryClient, queryKey, error)
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Offline is an error with words and a way back, not a request that waits unseen.
      queries: {
        networkMode: 'always',
        retry: shouldRetry,
        retryDelay,
        staleTime: 30_000,
        gcTime: 5 * 60_000,
      },
      // A write that waited for the network would be sent long after the person gave up on it. No idempotency key is
      // documented either: it is never repeated by itself.
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return queryClient
}

/**
 * The agency has lost a client: what was fetched of it goes at once, on the screen too, where the reason takes its place.
 * A failed refresh would otherwise keep the old rows.
 * @param queryKey of the request that was refused; its head says whose data they are
 */
const forgetClient = (queryClient: QueryClient, [principal, client]: QueryKey, error: Error) => {
  for (const query of queryClient.getQueryCache().findAll({ queryKey: [principal, client] })) {
    // An answer from before the refusal must not bring the rows back.
    void query.cancel({ silent: true })
    // Emptied, not removed: who looks at it, or did a moment ago, still holds it.
    query.setState({ data: undefined, dataUpdatedAt: 0, status: 'error', error, fetchStatus: 'idle' })
  }
}
