import type { QueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { isOfNobody } from '#/api/keys.ts'
import { sessionQuery } from '#/api/session.ts'
import { forgetAnswers } from '#/api/transport/answers.ts'
import { dismissToasts } from '#/ui/overlay/toast.tsx'

/**
 * Leaves what a session showed: the page goes first, then its data, so that nothing on its way out asks for them again.
 * @param toSignIn goes to the sign-in page; the cache says already that no user is signed in, so it need not ask the server
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

/** The session has become another account's: the screen is cleared at once, then everything that was fetched. */
export const dropSession = (queryClient: QueryClient, clearScreen: () => void) => {
  flushSync(clearScreen)
  queryClient.clear()
  forgetAll()
}

const forgetAll = () => {
  forgetAnswers()
  dismissToasts()
}
