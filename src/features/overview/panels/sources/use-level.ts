import { useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'
import { filtersBelow, type Level, type Path } from './levels.ts'

/** Rows of `level` below `path`, counted by the server; the previous rows stay while filters or data change. */
export const useLevel = (path: Path, level: Level, enabled = true) => {
  const { won, filters } = useOverview('won', 'filters')
  return useAnswer(
    'table',
    [path, level],
    enabled ? { dimension: level, filters: filtersBelow(filters, path, level), won, limit: null } : null,
  )
}
