import { hashKey, useQuery } from '@tanstack/react-query'
import type { Table } from '#/analytics/worker/report.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { filtersBelow, type Level, type Path } from './levels.ts'

/**
 * All rows of `level` below `path`, as the worker counts them.
 * @param enabled false: nobody asks yet
 */
export const useLevel = (path: Path, level: Level, enabled = true) => {
  const { analytics, question, days, search, state } = useOverview()
  const { scope } = useSignedIn()
  const { won, countAs } = question
  const filters = filtersBelow(question.filters, path, level)
  // Whatever it is narrowed by, and while more comes: the rows of the same place stay until there are others.
  const place = hashKey([days, search.object ?? null, path, level])
  return useQuery<Table>({
    queryKey: [
      scope.principal,
      scope.client,
      'overview_table',
      place,
      { filters, won, countAs },
      state?.version,
    ] as const,
    queryFn: () => analytics!.ask('table', { dimension: level, filters, won, limit: null }),
    enabled: enabled && analytics !== null && (state?.version ?? 0) > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    placeholderData: (before, query) =>
      query?.queryKey[3] === place && query.queryKey[1] === scope.client ? before : undefined,
  })
}
