import { useQueries } from '@tanstack/react-query'
import { usualOffset } from '#/analytics/columns/dataset.ts'
import type { Scope } from '#/api/client.ts'
import { newestContactsQuery, offsetsOn } from '#/domain/period/contacts-clock.ts'

/** The clock of most contacts over several clients; null as long as none is known. */
export const useUsualClock = (scopes: readonly Scope[]): number | null =>
  useQueries({
    queries: scopes.map((scope) => newestContactsQuery(scope, null)),
    combine: (pages) => usualOffset(pages.flatMap(({ data }) => (data ? offsetsOn(data) : []))),
  })
