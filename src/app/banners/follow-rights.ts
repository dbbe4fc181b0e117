import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#/api/error.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'

/** Codes of our server for what the session's person may not do or see, whatever the page was told when it asked. */
export const OUR_REFUSALS: ReadonlySet<string | null> = new Set(['right_missing', 'hidden_field'])

/**
 * Our server has refused what the page offers: the user's rights have changed, and what the page offers follows.
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
  const hear = (event: { readonly type: string; readonly action?: object }) => {
    const { action } = event
    if (event.type !== 'updated' || !action || !('error' in action)) return
    if (isApiError(action.error, 'forbidden') && OUR_REFUSALS.has(action.error.code)) void learn()
  }
  const stops = [queryClient.getQueryCache().subscribe(hear), queryClient.getMutationCache().subscribe(hear)]
  return () => {
    isOver = true
    for (const stop of stops) stop()
  }
}
