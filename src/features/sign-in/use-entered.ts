import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import type { Session } from '#/contract/session.ts'
import { safeNext } from '#/contract/sign-in/pages.ts'
import { heldSession } from '#/domain/session/held.ts'
import { announceSignIn } from '#/domain/session/sign-out.ts'

/** What follows once a session is open. @param next where the person wanted to go, as the address says it */
export const useEntered = (next: string | undefined) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (opened: Session): Promise<void> => {
    const goOn = heldSession.now()
    if (goOn !== null) return goOn(opened)
    // Another person may have been here before: nothing they saw is kept.
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, opened)
    announceSignIn(opened.principal)
    await router.navigate({ href: safeNext(next), replace: true })
  }
}
