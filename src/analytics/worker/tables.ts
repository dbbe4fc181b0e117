import {
  byCombination,
  byDimension,
  contactsBy,
  countBy,
  countsAt,
  onlyThese,
} from '#/analytics/columns/aggregate.ts'
import type { Counts } from '#/analytics/columns/traits.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import type { Dimension } from '#/analytics/columns/dimensions.ts'
import { dealsAt, dealsBy, type DealCounts } from '#/analytics/columns/deals.ts'
import type { Selection } from '#/analytics/columns/select.ts'

export interface ReportRow extends Counts, DealCounts {
  /** Null: the contacts that have none. */
  readonly value: string | null
}

/** Rows of a table by contacts, the most first; `rows` may be fewer than `total`. */
export interface ReportTable {
  readonly rows: readonly ReportRow[]
  readonly total: number
  /** Of all rows together, also of those that are not here. */
  readonly contacts: number
}

/** What the overview has a table for. */
export const TABLES = [
  'source',
  'region',
  'search_request',
  'page',
  'manager',
  'channel',
] as const satisfies readonly Dimension[]
export type TableName = (typeof TABLES)[number]

/** Listed values are counted apart where they are fewer than one in so many. */
const FEW = 4

/** The rows of one grouping, the most contacts first. */
export const tableOf = (
  data: Dataset,
  selection: Selection,
  dimension: Dimension,
  won: ReadonlySet<string>,
  { own = 0, limit = Infinity }: { own?: number; limit?: number } = {},
): ReportTable => {
  const grouping = byDimension(data, dimension)
  const contacts = contactsBy(data, selection, grouping, own)
  const order = new Float64Array(contacts.length)
  let total = 0
  let all = 0
  for (let code = 0; code < contacts.length; code++) {
    if (contacts[code] === 0) continue
    all += contacts[code]!
    order[total++] = code - contacts[code]! * grouping.size
  }
  // The most contacts first, and among as many the first code: as numbers, which sort many times faster than by a function.
  const codes = order
    .subarray(0, total)
    .toSorted()
    .subarray(0, limit)
    .map((one) => one - Math.floor(one / grouping.size) * grouping.size)
  // Of tens of thousands of values only those that are listed are counted in every way.
  const listed = codes.length < grouping.size / FEW ? onlyThese(data, grouping, codes) : null
  const groups = countBy(data, selection, listed ?? grouping, own)
  const deals = dealsBy(data, selection, won, listed ?? grouping, own)
  return {
    total,
    contacts: all,
    rows: Array.from(codes, (code, place) => ({
      value: data.by[dimension].values[code] ?? null,
      ...countsAt(groups, listed === null ? code : place),
      ...dealsAt(deals, listed === null ? code : place),
    })),
  }
}

/** A row of a tree: a value of the level it stands on, and those of the levels above. */
export interface TreeRow extends Omit<ReportRow, 'value'> {
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
