import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Scope } from '#/api/client.ts'
import { keyOf, OWN_STATE } from '#/api/keys.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { clockOnPage, newestContactsQuery } from '#/domain/period/contacts-clock.ts'

const clockQuery = (scope: Scope, oid: string | null) => ({
  ...OWN_STATE,
  queryKey: keyOf(scope, 'contacts_clock', { oid }),
})

/**
 * The clock of most contacts (G6), by which it is today: of those that have all come, else of the newest ones, which are
 * asked for.
 */
export const useContactsClock = (
  scope: Scope,
  oid: string | null,
): {
  /** Minutes east of UTC; null: not known, or there is no contact. */
  readonly offset: number | null
  /** Nothing more will be learned before contacts are loaded. */
  readonly isAsked: boolean
} => {
  const { data: loaded } = useQuery<number>(clockQuery(scope, oid))
  const { data, isPending } = useQuery({
    ...newestContactsQuery(scope, oid),
    enabled: loaded === undefined,
    select: clockOnPage,
  })
  return { offset: loaded ?? data ?? null, isAsked: loaded !== undefined || !isPending }
}

/** Remembers the clock of contacts that have all come: what has come first may be of one object, or from before a summer's end. */
export const useLearnedClock = (scope: Scope, oid: string | null, state: ReadingState | null): void => {
  const queryClient = useQueryClient()
  const offset = state?.is === 'loaded' ? state.clocks[0] : undefined
  useEffect(() => {
    if (offset !== undefined) queryClient.setQueryData(clockQuery(scope, oid).queryKey, offset)
  }, [queryClient, scope, oid, offset])
}
