import type { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { isOfNobody } from '#/api/keys.ts'
import { sessionQuery } from '#/api/session.ts'
import { forgetAnswers } from '#/api/transport/answers.ts'
import { dismissToasts } from '#/ui/overlay/toast.tsx'

/**
 * Unmounts the page before dropping data, so that nothing is refetched.
 * @param toSignIn the cache is already signed out, so it needn't request
 */
export const leaveSession = async (queryClient: QueryClient, toSignIn: () => Promise<void>) => {
  await queryClient.cancelQueries()
  queryClient.setQueryData(
    sessionQuery.queryKey,
    (session) => session && { ...session, principal: null, user: null },
  )
  await toSignIn()
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isOfNobody(queryKey) })
  forgetAll()
}

/** The session belongs to another account: clears the screen, then the cache. */
export const dropSession = (queryClient: QueryClient, clearScreen: () => void) => {
  flushSync(clearScreen)
  queryClient.clear()
  forgetAll()
}

const forgetAll = () => {
  forgetAnswers()
  dismissToasts()
}
