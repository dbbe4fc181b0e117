import { useTable, useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'
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

/** All sources; requested separately where the report is truncated. */
export const useSources = () => {
  const table = useTable('source')
  const isCut = table !== undefined && table.rows.length < table.total
  const query = useLevel([], 'source', isCut)
  return { rows: isCut ? query.data?.rows : table?.rows, query }
}
