import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { noticeFailuresBy } from '#/api/client.ts'
import { isApiError, retryDelay, shouldRetry } from '#/api/error.ts'
import { readKey } from '#/api/keys.ts'
import { sessionQuery } from '#/api/session.ts'
import { noticeServiceTrouble } from '#/api/transport/service-trouble.ts'
import { clientNotices } from '#/domain/client/client-notices.ts'
import { noticeOutside } from '#/domain/session/outside-cache.ts'

const MUTATION_GC_MS = 1000
const JUST_NOW_MS = 1000

/**
 * The in-memory cache: personal data is never persisted. Detects lost clients from any request.
 * @param lost handlers of ended or changed sessions
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
      // Offline requests fail with an error instead of pausing.
      queries: {
        networkMode: 'always',
        retry: shouldRetry,
        retryDelay,
        // An error that has just come, to the route's loader, is the answer.
        retryOnMount: ({ state }) => Date.now() - state.errorUpdatedAt > JUST_NOW_MS,
        staleTime: 30_000,
        gcTime: 5 * 60_000,
      },
      // No paused or retried writes: none is idempotent. Results live as long as the page.
      mutations: { networkMode: 'always', retry: false, gcTime: MUTATION_GC_MS },
    },
  })
  // Most writes bypass mutations. Failures of another principal are ignored.
  noticeFailuresBy((error, { principal }) => {
    if (queryClient.getQueryData(sessionQuery.queryKey)?.principal === principal) onError(error)
  })
  noticeOutside(queryClient, (error) => {
    onError(error)
    noticeServiceTrouble(error)
  })
  return queryClient
}
