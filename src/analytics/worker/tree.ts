import { countBy, countsAt } from '#/analytics/columns/aggregate.ts'
import { byCombination } from '#/analytics/columns/combine.ts'
import type { Dataset, Dimension } from '#/analytics/columns/dataset.ts'
import { dealsAt, dealsBy } from '#/analytics/columns/deals.ts'
import type { Selection } from '#/analytics/columns/select.ts'
import type { TableRow } from './report.ts'

/** A row of a tree: a value of the level it stands on, and those of the levels above. */
export interface TreeRow extends Omit<TableRow, 'value'> {
  /** Of each level down to its own; null: the contacts that have none. */
  readonly path: readonly (string | null)[]
}

/**
 * Rows of every level, the coarsest level first. What stands below a row adds up to it, but for deals: one whose contacts
 * are in several rows counts in each.
 * @param levels from the coarse to the fine
 */
export const treeOf = (
  data: Dataset,
  selection: Selection,
  levels: readonly Dimension[],
  won: ReadonlySet<string>,
): readonly TreeRow[] =>
  levels.flatMap((_, depth) => {
    const dimensions = levels.slice(0, depth + 1)
    const groups = byCombination(data, dimensions)
    const counts = countBy(data, selection, groups)
    const deals = dealsBy(data, selection, won, groups)
    const rows: TreeRow[] = []
    for (let group = 0; group < groups.size; group++) {
      if (counts.contacts[group] === 0) continue
      rows.push({
        path: groups.codesOf(group).map((code, level) => data.by[dimensions[level]!].values[code] ?? null),
        ...countsAt(counts, group),
        ...dealsAt(deals, group),
      })
    }
    return rows
  })
