import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noticeFailuresBy } from '#/api/client.ts'
import { isApiError, retryDelay, shouldRetry } from '#/api/error.ts'
import { readKey } from '#/api/keys.ts'
import { sessionQuery } from '#/api/session.ts'
import { noticeServiceTrouble } from '#/api/transport/service-trouble.ts'
import { clientNotices } from '#/domain/client/client-notices.ts'
import { noticeOutside } from '#/domain/session/outside-cache.ts'

const MUTATION_GC_MS = 1000

/**
 * The one cache. It lives in memory only: personal data are never kept in the browser. Here is noticed, whichever request
 * it was, that the agency has lost a client.
 * @param lost the one place for a session that ended or changed under the page, whichever request noticed
 */
export const createQueryClient = (lost: {
  readonly onSessionEnded: () => void
  readonly onPrincipalChanged: () => void
  /** The company's sign-in answers in our server's place. */
  readonly onSignInExpired?: () => void
}): QueryClient => {
  const onError = (error: unknown) => {
    if (isApiError(error, 'session-ended')) lost.onSessionEnded()
    if (isApiError(error, 'principal-changed')) lost.onPrincipalChanged()
    if (isApiError(error, 'sso-required')) lost.onSignInExpired?.()
    if (isApiError(error, 'client-forbidden') && error.scope)
      clientNotices()?.refuse(queryClient, error.scope)
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError,
      onSuccess: (_, { queryKey }) => {
        const key = readKey(queryKey)
        if (key?.name === 'agency') clientNotices()?.learn(queryClient, key.scope.principal)
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
      // A write that waited for the network would be sent long after the user gave up on it. No idempotency key is
      // documented either: it is never repeated by itself.
      // What one held, such as an export's file, goes with the page it was on.
      mutations: { networkMode: 'always', retry: false, gcTime: MUTATION_GC_MS },
    },
  })
  // Most of what is saved is no mutation of the cache. What was asked for another person says nothing of this one.
  noticeFailuresBy((error, { principal }) => {
    if (queryClient.getQueryData(sessionQuery.queryKey)?.principal === principal) onError(error)
  })
  noticeOutside(queryClient, (error) => {
    onError(error)
    noticeServiceTrouble(error)
  })
  return queryClient
}
