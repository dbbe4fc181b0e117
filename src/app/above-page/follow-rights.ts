import type { QueryClient } from '@tanstack/react-query'
import { askForSession, sessionQuery } from '#/api/session.ts'
import { onRightRefused } from '#/api/transport/refused-rights.ts'

/**
 * Our server has refused what the page offers: somebody's rights have changed, and what it offers follows.
 * @param onChange the session in the cache has other rights now
 * @returns ends it
 */
export const followRights = (queryClient: QueryClient, onChange: () => void): (() => void) => {
  let isOver = false
  const learn = async () => {
    const known = queryClient.getQueryData(sessionQuery.queryKey)
    const session = await askForSession({ background: true }).catch(() => null)
    if (isOver || !known || session?.principal !== known.principal) return
    if (String(session.rights) === String(known.rights)) return
    queryClient.setQueryData(sessionQuery.queryKey, session)
    onChange()
  }
  const stop = onRightRefused(() => void learn())
  return () => {
    isOver = true
    stop()
  }
}
