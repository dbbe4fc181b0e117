import { NO_DAY } from './calendar.ts'
import {
  FIRST_TIME,
  IS_ANSWERED,
  IS_CALL,
  IS_MISSED,
  IS_TARGET,
  NO_DURATION,
  NOT_TARGET,
  REPEATED,
  type Dataset,
  type Dimension,
} from './dataset.ts'
import { ABSENT } from './dictionary.ts'
import { SHOWN, type Selection } from './select.ts'

/** What is counted of a set of contacts. Rates, means and the like are made of these: see metrics.ts. */
export interface Counts {
  readonly contacts: number
  readonly calls: number
  readonly answered: number
  readonly missed: number
  readonly first_time: number
  readonly repeated: number
  readonly target: number
  /** Contacts that the service says are none; those of which it says nothing are neither. */
  readonly not_target: number
  /** Answered calls that are target ones. */
  readonly answered_target: number
  readonly missed_first_time: number
  /** Answered calls with a duration, and their seconds. */
  readonly timed: number
  readonly talk_seconds: number
}
export type Count = keyof Counts
export const COUNTS = [
  'contacts',
  'calls',
  'answered',
  'missed',
  'first_time',
  'repeated',
  'target',
  'not_target',
  'answered_target',
  'missed_first_time',
  'timed',
  'talk_seconds',
] as const satisfies readonly Count[]

/** Counts by the code of what they are grouped by. */
export type Grouped = Readonly<Record<Count, Float64Array<ArrayBuffer>>>

const grouped = (size: number): Grouped =>
  Object.fromEntries(COUNTS.map((name) => [name, new Float64Array(size)])) as Record<
    Count,
    Float64Array<ArrayBuffer>
  >

/** The counts of one group. */
export const countsAt = (groups: Grouped, code: number): Counts =>
  Object.fromEntries(COUNTS.map((name) => [name, groups[name][code] ?? 0])) as Record<Count, number>

/** How rows fall into groups: a code for each, below `size`; rows with a code of `size` or more are in none. */
export interface Grouping {
  readonly codes: ArrayLike<number>
  readonly size: number
}

export const byDimension = ({ by }: Dataset, name: Dimension): Grouping => ({
  codes: by[name].codes,
  size: by[name].values.length,
})

/**
 * By buckets of days.
 * @param starts first days of the buckets, rising; the last bucket ends with `last`
 */
export const byBucket = (data: Dataset, starts: readonly number[], last: number): Grouping => {
  const first = starts[0] ?? 0
  const bucketOf = new Uint16Array(Math.max(last - first + 1, 0))
  starts.forEach((start, index) =>
    bucketOf.fill(index, start - first, (starts[index + 1] ?? last + 1) - first),
  )
  const codes = new Uint16Array(data.rows)
  for (let row = 0; row < data.rows; row++) {
    const day = data.day[row]!
    codes[row] = day === NO_DAY || day < first || day > last ? starts.length : bucketOf[day - first]!
  }
  return { codes, size: starts.length }
}

/** By two dimensions at once: the code is `first * size of second + second`. */
export const byPair = (data: Dataset, first: Grouping, second: Grouping): Grouping => {
  const size = first.size * second.size
  const codes = new Uint32Array(data.rows)
  for (let row = 0; row < data.rows; row++) {
    const [a, b] = [first.codes[row]!, second.codes[row]!]
    codes[row] = a < first.size && b < second.size ? a * second.size + b : size
  }
  return { codes, size }
}

const ALL: Grouping = { codes: { length: 0 }, size: 1 }

/**
 * Counts the rows that are shown, group by group.
 * @param own a further mark under which rows are counted: see `ownMark`
 */
export const countBy = (data: Dataset, selection: Selection, grouping: Grouping, own = SHOWN): Grouped => {
  const groups = grouped(grouping.size)
  const { meaning, duration } = data
  const { kind, target } = data.by
  const [firstTime, repeated] = [kind.find(FIRST_TIME) ?? -1, kind.find(REPEATED) ?? -1]
  const [isTarget, notTarget] = [target.find(IS_TARGET) ?? -1, target.find(NOT_TARGET) ?? -1]
  const { codes, size } = grouping
  const isOne = grouping === ALL
  for (let row = 0; row < data.rows; row++) {
    const mark = selection[row]!
    if (mark !== SHOWN && mark !== own) continue
    const group = isOne ? 0 : codes[row]!
    if (group >= size) continue
    groups.contacts[group]!++
    const means = meaning[row]!
    const hits = target.codes[row] === isTarget
    if (kind.codes[row] === firstTime) groups.first_time[group]!++
    else if (kind.codes[row] === repeated) groups.repeated[group]!++
    if (hits) groups.target[group]!++
    else if (target.codes[row] === notTarget) groups.not_target[group]!++
    if ((means & IS_CALL) === 0) continue
    groups.calls[group]!++
    if (means & IS_MISSED) {
      groups.missed[group]!++
      if (kind.codes[row] === firstTime) groups.missed_first_time[group]!++
    }
    if ((means & IS_ANSWERED) === 0) continue
    groups.answered[group]!++
    if (hits) groups.answered_target[group]!++
    if (duration[row] === NO_DURATION) continue
    groups.timed[group]!++
    groups.talk_seconds[group]! += duration[row]!
  }
  return groups
}

export const countAll = (data: Dataset, selection: Selection, own = SHOWN): Counts =>
  countsAt(countBy(data, selection, ALL, own), 0)

/** Different values of a dimension among the rows shown; absent is none. */
export const countDistinct = (
  data: Dataset,
  selection: Selection,
  dimension: Dimension,
  own = SHOWN,
): number => {
  const { codes, values } = data.by[dimension]
  const seen = new Uint8Array(values.length)
  let count = 0
  for (let row = 0; row < data.rows; row++) {
    const mark = selection[row]!
    if (mark !== SHOWN && mark !== own) continue
    const code = codes[row]!
    if (code === ABSENT || seen[code] === 1) continue
    seen[code] = 1
    count++
  }
  return count
}

/** Median seconds of answered calls; null where none has a duration. Of an even number the mean of the middle two. */
export const medianDuration = (data: Dataset, selection: Selection, own = SHOWN): number | null => {
  const seconds = new Int32Array(data.rows)
  let count = 0
  for (let row = 0; row < data.rows; row++) {
    const mark = selection[row]!
    if (mark !== SHOWN && mark !== own) continue
    if ((data.meaning[row]! & IS_ANSWERED) === 0 || data.duration[row] === NO_DURATION) continue
    seconds[count++] = data.duration[row]!
  }
  if (count === 0) return null
  const sorted = seconds.subarray(0, count).toSorted()
  return (sorted[(count - 1) >> 1]! + sorted[count >> 1]!) / 2
}

/** Deals of a set of contacts, each once. */
export interface DealCounts {
  readonly deals: number
  readonly won: number
  /** Sums by CRM, never across them (G28); `unpriced` deals are not in it. */
  readonly sums: readonly { readonly crm: string | null; readonly sum: number; readonly unpriced: number }[]
}

/** @param won names of CRM statuses that the person has marked as won (G28) */
export const countDeals = (
  data: Dataset,
  selection: Selection,
  won: ReadonlySet<string>,
  own = SHOWN,
): DealCounts => dealsBy(data, selection, won, ALL, own)[0]!

/**
 * {@link DealCounts} by group. A deal whose contacts are in several groups counts in each: sums over groups may be
 * more than the whole.
 */
export const dealsBy = (
  data: Dataset,
  selection: Selection,
  won: ReadonlySet<string>,
  grouping: Grouping,
  own = SHOWN,
): DealCounts[] => {
  const { codes } = data.by.deal
  const { status, statuses, crm, crms, price } = data.deals
  const groups = Array.from({ length: grouping.size }, () => new Set<number>())
  for (let row = 0; row < data.rows; row++) {
    const deal = codes[row]!
    if (deal === ABSENT) continue
    const mark = selection[row]!
    if (mark !== SHOWN && mark !== own) continue
    groups[grouping === ALL ? 0 : grouping.codes[row]!]?.add(deal)
  }
  return groups.map((deals) => {
    const sums = new Map<number, { sum: number; unpriced: number }>()
    let wonDeals = 0
    for (const deal of deals) {
      const name = statuses.values[status[deal]!]
      if (name !== null && name !== undefined && won.has(name)) wonDeals++
      const sum = sums.get(crm[deal]!) ?? { sum: 0, unpriced: 0 }
      if (Number.isNaN(price[deal])) sum.unpriced++
      else sum.sum += price[deal]!
      sums.set(crm[deal]!, sum)
    }
    return {
      deals: deals.size,
      won: wonDeals,
      sums: [...sums]
        .map(([code, sum]) => ({ crm: crms.values[code] ?? null, ...sum }))
        .toSorted((a, b) => b.sum - a.sum),
    }
  })
}
