import { CHECKED_ROWS, checkpoint } from './checkpoint.ts'
import { COUNTED_BY, FIRST_TIMED, TRAITS } from './traits.ts'
import { COUNTS, type Count, type Counts } from '#/contract/figures/counts.ts'
import { NO_DAY } from '#/contract/day.ts'
import { LONGEST_CALL_SECONDS } from '#/contract/day.ts'
import { ofAllRows, type Dataset } from './dataset.ts'
import type { Dimension } from '#/contract/figures/dimensions.ts'
import { ABSENT, codesFor } from './dictionary.ts'
import { SHOWN, selectedRows, type Selection, type ShownRows } from './select.ts'

export type Grouped = Readonly<Record<Count, Float64Array<ArrayBuffer>>>

const grouped = (size: number): Grouped =>
  Object.fromEntries(COUNTS.map((name) => [name, new Float64Array(size)])) as Record<
    Count,
    Float64Array<ArrayBuffer>
  >

export const countsAt = (groups: Grouped, code: number): Counts =>
  Object.fromEntries(COUNTS.map((name) => [name, groups[name][code] ?? 0])) as Record<Count, number>

/** A code per row; codes of `size` or more are in no group. */
export interface Grouping {
  readonly codes: ArrayLike<number>
  readonly size: number
}

export const byDimension = ({ by }: Dataset, name: Dimension): Grouping => ({
  codes: by[name].codes,
  size: by[name].values.length,
})

/**
 * The bucket of every possible day; without one, the number of buckets.
 * @param starts first days of the buckets, rising; the last bucket ends with `last`
 */
export const bucketsByDay = (starts: readonly number[], last: number): Uint16Array<ArrayBuffer> => {
  const bucketOf = new Uint16Array(NO_DAY + 1).fill(starts.length)
  starts.forEach((start, index) => bucketOf.fill(index, start, starts[index + 1] ?? last + 1))
  return bucketOf
}

export const byBucket = (data: Dataset, starts: readonly number[], last: number): Grouping => {
  const { known } = bucketed(data)
  const requested = `${starts.join()} ${last}`
  if (known?.key === requested) return known.grouping
  const bucketOf = bucketsByDay(starts, last)
  const codes = codesFor(starts.length + 1, data.rows)
  for (let row = 0; row < codes.length; row++) codes[row] = bucketOf[data.day[row]!]!
  const grouping = { codes, size: starts.length }
  bucketed(data).known = { key: requested, grouping }
  return grouping
}

/** The last buckets: clicks request the same again. */
const bucketed = ofAllRows((): { known?: { readonly key: string; readonly grouping: Grouping } } => ({}))

/** By two dimensions: the code is `first * size of second + second`. */
export const byPair = (data: Dataset, first: Grouping, second: Grouping): Grouping => {
  const size = first.size * second.size
  const codes = new Uint32Array(data.rows)
  for (let row = 0; row < data.rows; row++) {
    const [a, b] = [first.codes[row]!, second.codes[row]!]
    codes[row] = a < first.size && b < second.size ? a * second.size + b : size
  }
  return { codes, size }
}

export interface Combined extends Grouping {
  readonly codesOf: (group: number) => readonly number[]
}

export class TooManyGroups extends Error {
  override readonly name = 'TooManyGroups'
}

/**
 * By the first dimension, the first two, and so on: combinations that shown rows have, since all possible
 * ones would not fit an array. Codes of hidden rows are undefined.
 * @throws TooManyGroups for more than `mostGroups` in all
 */
export const byCombinations = (
  data: Dataset,
  selection: Selection,
  dimensions: readonly Dimension[],
  mostGroups = Infinity,
): readonly Combined[] => {
  const { rows } = selectedRows(data, selection)
  let codes = new Uint32Array(data.rows)
  let combinations: (readonly number[])[] = [[]]
  let left = mostGroups
  return dimensions.map((dimension) => {
    const column = data.by[dimension]
    const width = column.values.length
    const groups = new Map<number, number>()
    const longer: (readonly number[])[] = []
    const next = new Uint32Array(data.rows)
    for (let at = 0; at < rows.length; at++) {
      if ((at & CHECKED_ROWS) === 0) checkpoint()
      const row = rows[at]!
      const key = codes[row]! * width + column.codes[row]!
      let group = groups.get(key)
      if (group === undefined) {
        if (left-- <= 0) throw new TooManyGroups()
        group = longer.length
        groups.set(key, group)
        longer.push([...combinations[codes[row]!]!, column.codes[row]!])
      }
      next[row] = group
    }
    codes = next
    combinations = longer
    return { codes, size: longer.length, codesOf: (group) => longer[group]! }
  })
}

/** Groups of these codes, in their order; other rows are in none. */
export const onlyThese = (
  { rows }: Dataset,
  { codes, size }: Grouping,
  listed: ArrayLike<number>,
): Grouping => {
  const places = new Uint16Array(size).fill(listed.length)
  for (let place = 0; place < listed.length; place++) places[listed[place]!] = place
  const among = new Uint16Array(rows)
  for (let row = 0; row < among.length; row++) among[row] = places[codes[row]!]!
  return { codes: among, size: listed.length }
}

export const byNothing = ({ rows }: Dataset): Grouping => ({ codes: new Uint8Array(rows), size: 1 })

/** Histogram cells per group: rows by trait, and their seconds. */
const GROUP_CELLS = 2 * TRAITS
/** Rows per cell from which a histogram is used. */
const FEW_CELLS = 8

/**
 * Counts shown rows by group.
 * @param own ignored marks: see `ownMark`
 */
export const countBy = (data: Dataset, selection: Selection, grouping: Grouping, own = SHOWN): Grouped => {
  checkpoint()
  const shown = selectedRows(data, selection, own)
  const groups = grouped(grouping.size)
  const counted = COUNTED_BY.map((names) => names.map((name) => groups[name]))
  // A histogram pays while it has fewer cells than there are rows.
  if (grouping.size * TRAITS <= shown.rows.length)
    countTogether(histogramOf(shown, grouping, data.secondsBound), counted, groups.talk_seconds)
  else countEach(shown, grouping, counted, groups.talk_seconds)
  return groups
}

export const contactsBy = (
  data: Dataset,
  selection: Selection,
  { codes, size }: Grouping,
  own = SHOWN,
): Uint32Array<ArrayBuffer> => {
  const { rows } = selectedRows(data, selection, own)
  const contacts = new Uint32Array(size)
  for (let at = 0; at < rows.length; at++) contacts[codes[rows[at]!]!]!++
  return contacts
}

/** One branchless pass; traits are resolved once per group, not per row. */
const histogramOf = (
  { rows, trait, duration }: ShownRows,
  { codes, size }: Grouping,
  secondsBound: number,
): Uint32Array | Float64Array => {
  // Codes of no group are `size` or more: their counts are never read.
  const width = (size + 1) * GROUP_CELLS
  // Alternates between two sets of cells: incrementing the same cell twice in a row stalls the processor.
  const half = width * FEW_CELLS <= rows.length ? rows.length >> 1 : 0
  const cells = new (secondsBound < 2 ** 32 ? Uint32Array : Float64Array)(half > 0 ? 2 * width : width)
  for (let at = 0, other = half; at < half; at++, other++) {
    const cell = codes[rows[at]!]! * GROUP_CELLS + 2 * trait[at]!
    const beside = width + codes[rows[other]!]! * GROUP_CELLS + 2 * trait[other]!
    cells[cell]!++
    cells[cell + 1]! += duration[at]!
    cells[beside]!++
    cells[beside + 1]! += duration[other]!
  }
  for (let at = 2 * half; at < rows.length; at++) {
    const cell = codes[rows[at]!]! * GROUP_CELLS + 2 * trait[at]!
    cells[cell]!++
    cells[cell + 1]! += duration[at]!
  }
  if (half > 0) for (let cell = 0; cell < width; cell++) cells[cell]! += cells[width + cell]!
  return cells
}

type Counted = readonly (readonly Float64Array[])[]

const countTogether = (cells: Uint32Array | Float64Array, counted: Counted, seconds: Float64Array) => {
  for (let group = 0; group < seconds.length; group++)
    for (let trait = 0; trait < TRAITS; trait++) {
      const cell = group * GROUP_CELLS + 2 * trait
      const rows = cells[cell]!
      if (rows === 0) continue
      for (const counts of counted[trait]!) counts[group]! += rows
      if (trait >= FIRST_TIMED) seconds[group]! += cells[cell + 1]!
    }
}

const countEach = (
  { rows, trait, duration }: ShownRows,
  { codes, size }: Grouping,
  counted: Counted,
  seconds: Float64Array,
) => {
  for (let at = 0; at < rows.length; at++) {
    if ((at & CHECKED_ROWS) === 0) checkpoint()
    const group = codes[rows[at]!]!
    if (group >= size) continue
    for (const counts of counted[trait[at]!]!) counts[group]!++
    if (trait[at]! >= FIRST_TIMED) seconds[group]! += duration[at]!
  }
}

export const countAll = (data: Dataset, selection: Selection, own = SHOWN): Counts =>
  countsAt(countBy(data, selection, byNothing(data), own), 0)

/** Distinct values among shown rows, without absent ones. */
export const countDistinct = (
  data: Dataset,
  selection: Selection,
  dimension: Dimension,
  own = SHOWN,
): number => {
  const { codes, values } = data.by[dimension]
  const { rows } = selectedRows(data, selection, own)
  const seen = new Uint8Array(values.length)
  for (let at = 0; at < rows.length; at++) seen[codes[rows[at]!]!] = 1
  let count = 0
  for (let code = ABSENT + 1; code < seen.length; code++) count += seen[code]!
  return count
}

export const countUndated = (data: Dataset, selection: Selection): number =>
  undatedRows(data).filter((row) => selection[row] === SHOWN).length

const undatedRows = ofAllRows(({ rows, day }) => {
  const undated: number[] = []
  for (let row = 0; row < rows; row++) if (day[row] === NO_DAY) undated.push(row)
  return undated
})

/** Median seconds of answered calls with a duration, or null; of an even number the mean of the middle two. */
export const medianDuration = (data: Dataset, selection: Selection, own = SHOWN): number | null => {
  const { trait, duration } = selectedRows(data, selection, own)
  // Calls by seconds; those without a duration are counted past the longest, to avoid a branch.
  const calls = new Uint32Array(LONGEST_CALL_SECONDS + 2)
  for (let at = 0; at < trait.length; at++) {
    const isTimed = (FIRST_TIMED - 1 - trait[at]!) >> 31
    calls[(duration[at]! & isTimed) | (UNTIMED & ~isTimed)]!++
  }
  const count = trait.length - calls[UNTIMED]!
  if (count === 0) return null
  const at = (place: number) => {
    let passed = 0
    let seconds = 0
    while ((passed += calls[seconds]!) <= place) seconds++
    return seconds
  }
  return (at((count - 1) >> 1) + at(count >> 1)) / 2
}

const UNTIMED = LONGEST_CALL_SECONDS + 1
