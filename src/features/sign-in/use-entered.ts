import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { sessionQuery } from '#/api/session.ts'
import type { Session } from '#/contract/session.ts'
import { safeNext } from '#/contract/sign-in/pages.ts'
import { pendingReauthentication } from '#/domain/session/reauthentication.ts'
import { announceSignIn } from '#/domain/session/sign-out.ts'

/** After sign-in. @param next return address */
export const useEntered = (next: string | undefined) => {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (opened: Session): Promise<void> => {
    const goOn = pendingReauthentication.state
    if (goOn !== null) return goOn(opened)
    // Drops a previous user's data.
    queryClient.clear()
    queryClient.setQueryData(sessionQuery.queryKey, opened)
    announceSignIn(opened.principal)
    await router.navigate({ href: safeNext(next), replace: true })
  }
}
