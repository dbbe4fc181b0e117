import { useAnswer, useQuestion } from '#/features/overview/data/use-overview.ts'
import { filtersBelow, type Level, type Path } from './levels.ts'

/**
 * All rows of `level` below `path`, counted by the server. Whatever they are narrowed by, and while more comes: the
 * rows of the same place stay until there are others.
 * @param enabled false: the rows are not needed yet
 */
export const useLevel = (path: Path, level: Level, enabled = true) => {
  const { won, filters } = useQuestion('won', 'filters')
  return useAnswer(
    'table',
    [path, level],
    enabled ? { dimension: level, filters: filtersBelow(filters, path, level), won, limit: null } : null,
  )
}
