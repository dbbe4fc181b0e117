import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOf } from '#/api/keys.ts'
import type { NavBadges } from '#/contract/nav-badges/nav-badges.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/**
 * Tells the navigation how many wait, as a page that has counted them shows it: it need not ask for that.
 * @param count of all objects, without filters; undefined: it is not known here
 */
export const useTellOpenCallers = (count: number | undefined): void => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const queryClient = useQueryClient()
  useEffect(() => {
    if (count === undefined) return
    const queryKey = keyOf({ principal, client }, 'attention')
    queryClient.setQueryData<NavBadges>(
      queryKey,
      (before) => ({ alerts: 0, findings: null, ...before, callers: count }),
      // What alerts have told is as old as it was.
      { updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
    )
  }, [count, principal, client, queryClient])
}
