import type { Overview } from '#/features/overview/data/use-overview.ts'
import { clientPart, safeName } from '#/domain/files/file-name.ts'
import { objectLabel } from './conditions.ts'

/**
 * `sever-group-callboard-overview-sources-dental-2026-10-24_2026-11-21` without extension: client, panel, object
 * unless all, days, and whether data is missing.
 */
export const overviewFileName = (
  panel: string,
  overview: Pick<Overview, 'search' | 'days' | 'objectTitle'>,
  { object, client }: { readonly object: string | null; readonly client: string | null },
  isWhole: boolean,
): string => {
  const { search, days } = overview
  return [
    `${clientPart(client)}callboard-overview`,
    panel,
    ...(search.object === undefined ? [] : [safeName(objectLabel(overview, object)) || 'object']),
    `${days.from}_${days.to}`,
    ...(isWhole ? [] : ['incomplete']),
  ].join('-')
}
