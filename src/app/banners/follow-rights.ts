import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#/api/error.ts'
import { askForSession, sessionQuery } from '#/api/session.ts'

/** Our error codes for changed rights. */
export const OUR_REFUSALS: ReadonlySet<string | null> = new Set(['right_missing', 'hidden_field'])

/**
 * Refreshes the session when a refusal shows that rights have changed.
 * @param onChange rights in the cache changed
 * @returns unsubscribe
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
