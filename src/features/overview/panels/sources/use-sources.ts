import { useTable } from '#/features/overview/data/use-overview.ts'
import { useLevel } from './use-level.ts'

/** All sources; requested separately where the report is truncated. */
export const useSources = () => {
  const table = useTable('source')
  const isCut = table !== undefined && table.rows.length < table.total
  const query = useLevel([], 'source', isCut)
  return { rows: isCut ? query.data?.rows : table?.rows, query }
}
