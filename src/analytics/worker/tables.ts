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

/**
 * Codes with the most contacts first, and of as many contacts by their texts: a table is the same in whatever order its
 * contacts have come. Only what is listed is put in order, of tens of thousands of values with one contact each.
 * @param order codes by contacts alone
 */
const listedCodes = (
  order: Float64Array,
  contacts: Uint32Array,
  values: readonly (string | null)[],
  limit: number,
): Float64Array => {
  const isBefore = (a: number, b: number) => (values[a] ?? '') < (values[b] ?? '')
  const listed = order.slice(0, limit)
  for (let first = 0; first < listed.length;) {
    const most = contacts[order[first]!]!
    let end = first + 1
    while (end < order.length && contacts[order[end]!] === most) end++
    const places = Math.min(end, listed.length) - first
    if (end - first > 1) {
      const alike = order.subarray(first, end)
      const ordered =
        places === alike.length
          ? alike.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
          : firstOf(alike, places, isBefore)
      listed.set(ordered, first)
    }
    first = end
  }
  return listed
}

/** The first few of many, in their order. */
const firstOf = (
  all: Float64Array,
  few: number,
  isBefore: (a: number, b: number) => boolean,
): readonly number[] => {
  const first: number[] = []
  for (const one of all) {
    if (first.length === few && !isBefore(one, first[few - 1]!)) continue
    const place = first.findLastIndex((other) => !isBefore(one, other)) + 1
    first.splice(place, 0, one)
    if (first.length > few) first.pop()
  }
  return first
}

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
  // As numbers, which sort many times faster than by a function.
  const byContacts = order
    .subarray(0, total)
    .toSorted()
    .map((one) => one - Math.floor(one / grouping.size) * grouping.size)
  const codes = listedCodes(byContacts, contacts, data.by[dimension].values, limit)
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
