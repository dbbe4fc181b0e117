import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOf } from '#/api/keys.ts'
import type { NavBadges } from '#/contract/nav-badges/nav-badges.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/**
 * Updates the navigation's badge from a page that has the count, which saves a request.
 * @param count of all objects without filters; undefined: unknown
 */
export const useReportOpenCallers = (count: number | undefined): void => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  const queryClient = useQueryClient()
  useEffect(() => {
    if (count === undefined) return
    const queryKey = keyOf({ principal, client }, 'attention')
    queryClient.setQueryData<NavBadges>(
      queryKey,
      (before) => ({ alerts: 0, findings: null, ...before, callers: count }),
      // Alerts keep their age.
      { updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
    )
  }, [count, principal, client, queryClient])
}
