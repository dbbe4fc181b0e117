import { queryOptions } from '@tanstack/react-query'
import { attention, navBadgesPath, type NavBadges } from '#/contract/nav-badges/nav-badges.ts'
import { parse, send, type Scope } from '../client.ts'
import { keyOf } from '../keys.ts'

const POLL_MS = 60_000

/** Badges of the navigation; polled without prolonging the session. */
export const navBadgesQuery = (scope: Scope) =>
  queryOptions({
    queryKey: keyOf(scope, 'attention'),
    queryFn: async ({ signal, client, queryKey }): Promise<NavBadges> => {
      const badges = parse(
        attention,
        await send('GET', navBadgesPath(scope.client), { scope, signal, background: true }),
      )
      // Keeps known values if the server can't tell now.
      const before = client.getQueryData<NavBadges>(queryKey)
      return { ...badges, callers: badges.callers ?? before?.callers ?? null }
    },
    refetchInterval: POLL_MS,
    staleTime: POLL_MS,
    retry: false,
  })
