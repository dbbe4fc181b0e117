import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#/api/session.ts'

/**
 * Leaves what a session showed: the page goes first, then its data, so that nothing on its way out asks for them again.
 * @param toSignIn goes to the sign-in page, which asks anew who is signed in
 */
export const leaveSession = async (queryClient: QueryClient, toSignIn: () => Promise<void>) => {
  await queryClient.cancelQueries()
  queryClient.removeQueries({ queryKey: sessionQuery.queryKey })
  await toSignIn()
  const [session] = sessionQuery.queryKey
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== session })
}
