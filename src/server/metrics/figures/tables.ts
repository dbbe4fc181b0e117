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
} from '#/server/metrics/columns/aggregate.ts'
import type { Dataset } from '#/server/metrics/columns/dataset.ts'
import type { DistinctValues } from '#/server/metrics/columns/dictionary.ts'
import type { Dimension } from '#/contract/figures/dimensions.ts'
import { dealsAt, dealsBy } from '#/server/metrics/columns/deals.ts'
import type { ReportTable, TreeRow, TableName } from '#/contract/figures/answers.ts'
import { onDays, type Selection } from '#/server/metrics/columns/select.ts'
import type { Days } from '#/contract/figures/questions.ts'

export const TABLES = [
  'source',
  'region',
  'search_request',
  'page',
  'manager',
  'channel',
] as const satisfies readonly (TableName & Dimension)[]

/** Listed values are counted alone if fewer than one in four. */
const FEW = 4

/**
 * Codes by contacts, then by text, so that the order does not depend on loading. Only listed ones are sorted by text.
 * @param order codes by contacts
 */
const listedCodes = (
  order: Float64Array,
  contacts: Uint32Array,
  values: DistinctValues,
  limit: number,
): Float64Array => {
  const isBefore = (a: number, b: number) => (values.at(a) ?? '') < (values.at(b) ?? '')
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
 * Rows of a grouping, most contacts first.
 * @throws TooManyGroups for more than `mostRows`
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
  // Numbers sort much faster without a comparator.
  const byContacts = order
    .subarray(0, total)
    .toSorted()
    .map((one) => one - Math.floor(one / grouping.size) * grouping.size)
  const codes = listedCodes(byContacts, contacts, data.by[dimension].values, limit)
  const listed = codes.length < grouping.size / FEW ? onlyThese(data, grouping, codes) : null
  const groups = countBy(data, selection, listed ?? grouping, own)
  const deals = dealsBy(data, selection, won, listed ?? grouping, own)
  return {
    total,
    contacts: all,
    whole: countAll(data, selection, own),
    rows: Array.from(codes, (code, place) => ({
      value: data.by[dimension].values.at(code) ?? null,
      ...countsAt(groups, listed === null ? code : place),
      ...dealsAt(deals, listed === null ? code : place),
    })),
  }
}

interface TreeShape {
  readonly levels: readonly Dimension[]
  readonly won: ReadonlySet<string>
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
        path: groups.codesOf(group).map((code, level) => data.by[levels[level]!].values.at(code) ?? null),
        ...countsAt(counts, group),
        ...dealsAt(deals, group),
      })
    }
    return rows
  })

/**
 * Rows of all levels, the coarsest first. Children add up to their parent, except deals with contacts in several rows.
 * @throws TooManyGroups
 */
export const treeOf = (data: Dataset, selection: Selection, shape: TreeShape): readonly TreeRow[] =>
  treeRows(data, selection, byCombinations(data, selection, shape.levels, shape.mostRows), shape)

/**
 * {@link treeOf} for each set of days.
 * @throws TooManyGroups
 */
export const treesOf = (
  data: Dataset,
  selection: Selection,
  sets: readonly (readonly Days[])[],
  shape: TreeShape,
): readonly (readonly TreeRow[])[] => {
  // Checks the limit before counting: each of these groups is a row of some set.
  const groupings = byCombinations(data, onDays(data, selection, sets.flat()), shape.levels, shape.mostRows)
  let left = shape.mostRows ?? Infinity
  return sets.map((days) => {
    const rows = treeRows(data, onDays(data, selection, days), groupings, shape)
    left -= rows.length
    if (left < 0) throw new TooManyGroups()
    return rows
  })
}
