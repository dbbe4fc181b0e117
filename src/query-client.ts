import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isApiError, retryDelay, shouldRetry } from '#/api/error.ts'

/**
 * The one cache. It lives in memory only: personal data are never kept in the browser.
 * @param onSessionLost the one place for a session that ended or changed under the page, whichever request noticed
 */
export const createQueryClient = (onSessionLost: () => void) => {
  const onError = (error: unknown) => {
    if (isApiError(error, 'session-ended', 'principal-changed')) onSessionLost()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
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
}
