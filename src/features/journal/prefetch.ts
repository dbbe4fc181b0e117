import type { QueryClient } from '@tanstack/react-query'
import { callsPageQuery } from '#/api/calls.ts'
import { firstAnswer } from '#/api/first-answer.ts'
import type { Scope } from '#/api/client.ts'
import { currentTime } from '#/api/transport/server-facts.ts'
import { dayAt } from '#/contract/day.ts'
import type { Session } from '#/contract/session.ts'
import { cachedClock } from '#/domain/period/contacts-clock.ts'
import { readCaller, type CallerState } from '#/domain/session/caller.ts'
import { needsClient } from '#/domain/session/scope.ts'
import { toCallFilters, type JournalSearch } from '#/domain/contact-list/search.ts'

/** Starts the first page while the route's code loads. */
export const prefetchJournal = (
  { queryClient, session, scope }: { queryClient: QueryClient; session: Session; scope: Scope },
  oid: string | null,
  search: JournalSearch,
  state: CallerState,
  cause: 'preload' | 'enter' | 'stay',
) => {
  if (needsClient(session, scope)) return undefined
  const today = dayAt(currentTime(), cachedClock(queryClient, scope, oid))
  const query = callsPageQuery(scope, oid, toCallFilters(search, readCaller(state, scope), today), 1)
  return firstAnswer(queryClient, query, cause)
}
