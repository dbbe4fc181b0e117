import type { Overview } from '#/features/overview/data/use-overview.ts'
import { safeName } from '#/domain/table-file/file-name.ts'
import { objectWords } from './conditions.ts'

/**
 * `callboard-overview-sources-northline-2026-10-24_2026-11-21`, without its ending: the panel, the object unless it is all
 * of them, the days, and whether something is missing.
 */
export const overviewFileName = (
  panel: string,
  overview: Pick<Overview, 'search' | 'days' | 'objectTitle'>,
  object: string | null,
  isWhole: boolean,
): string => {
  const { search, days } = overview
  return [
    'callboard-overview',
    panel,
    ...(search.object === undefined ? [] : [safeName(objectWords(overview, object)) || 'object']),
    `${days.from}_${days.to}`,
    ...(isWhole ? [] : ['incomplete']),
  ].join('-')
}
