import type { Filter } from '#/contract/figures/questions.ts'
import { filterValueLabel } from '#/domain/contact-list/dimension-labels.ts'
import { briefName, clientPart, fitName } from '#/domain/files/file-name.ts'
import type { Overview } from '#/features/overview/data/use-overview.ts'
import { objectLabel } from './conditions.ts'

/**
 * `sever-group-callboard-overview-sources-dental-yandex-direct-2026-10-24_2026-11-21` without extension: client,
 * panel, object unless all, filters, days, and whether data is missing.
 * @param filters that the file's rows obey
 */
export const overviewFileName = (
  panel: string,
  overview: Pick<Overview, 'search' | 'days' | 'objectTitle'>,
  { object, client }: { readonly object: string | null; readonly client: string | null },
  filters: readonly Filter[],
  isWhole: boolean,
): string => {
  const { search, days, objectTitle } = overview
  const start = `${clientPart(client)}callboard-overview-${panel}`
  const shown = search.object === undefined ? '' : `-${briefName(objectLabel(overview, object)) || 'object'}`
  const words = filters.map((filter) => filterValueLabel(filter, objectTitle))
  const end = `${days.from}_${days.to}`
  return `${fitName(start + shown, words, end)}${isWhole ? '' : '-incomplete'}`
}
