import {
  byCombinations,
  byDimension,
  contactsBy,
  countAll,
  countBy,
  countsAt,
  onlyThese,
  TooManyGroups,
  type Combined,
} from '#/analytics/columns/aggregate.ts'
import type { Counts } from '#/analytics/columns/traits.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import type { Dimension } from '#/analytics/columns/dimensions.ts'
import { dealsAt, dealsBy, type DealCounts } from '#/analytics/columns/deals.ts'
import { onDays, type Days, type Selection } from '#/analytics/columns/select.ts'

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
  readonly whole: Counts
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
    let place = 0
    for (let end = first.length; place < end;) {
      const middle = (place + end) >> 1
      if (isBefore(one, first[middle]!)) end = middle
      else place = middle + 1
    }
    first.splice(place, 0, one)
    if (first.length > few) first.pop()
  }
  return first
}

/**
 * The rows of one grouping, the most contacts first.
 * @throws TooManyGroups for more rows than `mostRows`
 */
export const tableOf = (
  data: Dataset,
  selection: Selection,
  dimension: Dimension,
  won: ReadonlySet<string>,
  {
    own = 0,
    limit = Infinity,
    mostRows = Infinity,
  }: { own?: number; limit?: number; mostRows?: number } = {},
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
  if (Math.min(total, limit) > mostRows) throw new TooManyGroups()
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
    whole: countAll(data, selection, own),
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

interface TreeShape {
  /** From the coarse to the fine. */
  readonly levels: readonly Dimension[]
  readonly won: ReadonlySet<string>
  /** Rows that there may be at most, of all trees together. */
  readonly mostRows?: number | undefined
}

const treeRows = (
  data: Dataset,
  selection: Selection,
  groupings: readonly Combined[],
  { levels, won }: TreeShape,
): TreeRow[] =>
  groupings.flatMap((groups) => {
    const counts = countBy(data, selection, groups)
    const deals = dealsBy(data, selection, won, groups)
    const rows: TreeRow[] = []
    for (let group = 0; group < groups.size; group++) {
      if (counts.contacts[group] === 0) continue
      rows.push({
        path: groups.codesOf(group).map((code, level) => data.by[levels[level]!].values[code] ?? null),
        ...countsAt(counts, group),
        ...dealsAt(deals, group),
      })
    }
    return rows
  })

/**
 * Rows of every level, the coarsest level first. What stands below a row adds up to it, but for deals: one whose contacts
 * are in several rows counts in each.
 * @throws TooManyGroups for more rows than there may be
 */
export const treeOf = (data: Dataset, selection: Selection, shape: TreeShape): readonly TreeRow[] =>
  treeRows(data, selection, byCombinations(data, selection, shape.levels, shape.mostRows), shape)

/**
 * {@link treeOf} the contacts of each set of days.
 * @throws TooManyGroups for more rows than there may be
 */
export const treesOf = (
  data: Dataset,
  selection: Selection,
  sets: readonly (readonly Days[])[],
  shape: TreeShape,
): readonly (readonly TreeRow[])[] => {
  // Each of these groups is a row of some set: more of them than there may be are found before anything is counted.
  const groupings = byCombinations(data, onDays(data, selection, sets.flat()), shape.levels, shape.mostRows)
  let left = shape.mostRows ?? Infinity
  return sets.map((days) => {
    const rows = treeRows(data, onDays(data, selection, days), groupings, shape)
    left -= rows.length
    if (left < 0) throw new TooManyGroups()
    return rows
  })
}
