import { checkpoint } from './checkpoint.ts'
import { NO_DAY } from '#/contract/day.ts'
import { NO_OFFSET, type Dataset } from './dataset.ts'
import type { Dimension } from './dimensions.ts'
import type { Codes } from './dictionary.ts'

/** Days since 1970, both included. */
export interface Days {
  readonly first: number
  readonly last: number
}

/** One thing the user has clicked: any of these values (null is "absent") of a dimension, or a stretch of days. */
export type Filter =
  | {
      readonly by: Dimension
      readonly values: readonly (string | null)[]
      /** All but these. */
      readonly except?: boolean
    }
  /** Days since 1970, both included. */
  | { readonly by: 'day'; readonly first: number; readonly last: number }

/** The name of what a filter narrows. */
export type Narrowed = Filter['by']

/** A row that every filter lets through. */
export const SHOWN = 0
/** The mark of a row that is left out whatever a panel ignores. */
const LEFT_OUT = 1
const markOf = (index: number) => 2 << index
/** Filters whose marks fit into a byte beside {@link LEFT_OUT}. */
const BYTE_FILTERS = 7

/**
 * For each row the marks of the filters that leave it out; {@link SHOWN}: none does. One pass a filter answers every
 * panel: one that shows what a filter narrows ignores that filter's mark, so that the other bars stay.
 */
export type Selection = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>

/** @param filters one for each dimension */
export const select = (data: Dataset, filters: readonly Filter[]): Selection => {
  const { rows, day } = data
  const selection = new (filters.length <= BYTE_FILTERS ? Uint8Array : Int32Array)(rows)
  // No branches on a row's value: the processor cannot predict them, and each wrong guess costs more than the work itself.
  const mark = (codes: Codes, marks: Int32Array) => {
    for (let row = 0; row < rows; row++) selection[row]! |= marks[codes[row]!]!
  }
  filters.forEach((filter, index) => {
    checkpoint()
    if (filter.by === 'day') {
      const marks = new Int32Array(NO_DAY + 1).fill(markOf(index))
      return mark(day, marks.fill(SHOWN, Math.max(filter.first, 0), Math.max(filter.last + 1, 0)))
    }
    const { codes, values, find } = data.by[filter.by]
    const [others, named] = filter.except ? [SHOWN, markOf(index)] : [markOf(index), SHOWN]
    const marks = new Int32Array(values.length).fill(others)
    for (const value of filter.values) {
      const code = find(value)
      if (code !== undefined) marks[code] = named
    }
    mark(codes, marks)
  })
  return selection
}

/** The marks that a panel of what is narrowed by `narrowed` ignores; {@link SHOWN} when nothing narrows it. */
export const ownMark = (filters: readonly Filter[], ...narrowed: readonly (Narrowed | null)[]): number =>
  filters.reduce((marks, { by }, index) => (narrowed.includes(by) ? marks | markOf(index) : marks), SHOWN)

/** The rows that are shown, and what is counted of each beside it: passes over few of them take little time. */
export interface ShownRows {
  readonly rows: Uint32Array<ArrayBuffer>
  readonly trait: Uint8Array<ArrayBuffer>
  readonly duration: Int32Array<ArrayBuffer>
}

const known = new WeakMap<Selection, Map<number, ShownRows>>()

/**
 * Kept as long as the selection is, since all panels count the same rows.
 * @param own marks to ignore: see {@link ownMark}
 */
export const selectedRows = (data: Dataset, selection: Selection, own = SHOWN): ShownRows => {
  checkpoint()
  const ofSelection = known.get(selection) ?? new Map<number, ShownRows>()
  known.set(selection, ofSelection)
  const before = ofSelection.get(own)
  if (before) return before
  const all = new Uint32Array(selection.length)
  let count = 0
  for (let row = 0; row < all.length; row++) {
    all[count] = row
    // One less than no mark at all has its sign bit set; no other does.
    count += ((selection[row]! & ~own) - 1) >>> 31
  }
  const rows = all.subarray(0, count)
  const trait = new Uint8Array(count)
  const duration = new Int32Array(count)
  for (let at = 0; at < count; at++) {
    trait[at] = data.trait[rows[at]!]!
    duration[at] = data.duration[rows[at]!]!
  }
  const shown = { rows, trait, duration }
  ofSelection.set(own, shown)
  return shown
}

/** A row's own filters in place of those that narrow by the same: its panel shows it whatever narrows the panel itself. */
export const narrowedTo = (filters: readonly Filter[], own: readonly Filter[]): Filter[] => [
  ...filters.filter(({ by }) => !own.some((one) => one.by === by)),
  ...own,
]

/** Leaves out what came on other days, and what has no day. */
export const onDays = (data: Dataset, selection: Selection, days: readonly Days[]): Selection => {
  const marks = new Uint8Array(NO_DAY + 1).fill(LEFT_OUT)
  for (const { first, last } of days) marks.fill(SHOWN, Math.max(first, 0), Math.max(last + 1, 0))
  marks[NO_DAY] = LEFT_OUT
  const cut = selection.slice()
  for (let row = 0; row < cut.length; row++) cut[row]! |= marks[data.day[row]!]!
  return cut
}

/** Whether a row had come by the moment that {@link until} cuts at. */
export const hadCome = (selection: Selection) => (row: number) => (selection[row]! & LEFT_OUT) === 0

/** Leaves out the rows that do not pass. */
export const leaveOut = (selection: Selection, passes: (row: number) => boolean): Selection => {
  const cut = selection.slice()
  for (let row = 0; row < cut.length; row++) if (!passes(row)) cut[row]! |= LEFT_OUT
  return cut
}

/** A moment as clocks show it: day since 1970 and minute of it, by the one `offset` minutes east of UTC. */
export interface ClockMoment {
  readonly day: number
  readonly minute: number
  /** Null: no contact has said how far its clock is from UTC. */
  readonly offset: number | null
}

const DAY_MINUTES = 1440
/** What {@link Dataset.offset} may hold. */
const OFFSETS = 2 ** 16

/**
 * Leaves out what came later in the day than it is now where the contact came from: the unfinished day is compared with the
 * same elapsed part. Each contact is cut by its own clock (G6), which may be in another day than the next one's.
 * @param facedDay the day that stands for one of now
 */
export const until = (
  data: Dataset,
  selection: Selection,
  now: ClockMoment,
  facedDay: (day: number) => number,
): Selection => {
  const limits = new Float64Array(OFFSETS).fill(Number.NaN)
  const limitOf = (offset: number): number => {
    const ahead = offset === NO_OFFSET || now.offset === null ? 0 : offset - now.offset
    const there = now.day * DAY_MINUTES + now.minute + ahead
    const day = Math.floor(there / DAY_MINUTES)
    return facedDay(day) * DAY_MINUTES + (there - day * DAY_MINUTES)
  }
  const cut = selection.slice()
  for (let row = 0; row < cut.length; row++) {
    if (data.day[row] === NO_DAY) continue
    const offset = data.offset[row]!
    let limit = limits[offset + OFFSETS / 2]!
    if (Number.isNaN(limit)) limits[offset + OFFSETS / 2] = limit = limitOf(offset)
    if (data.day[row]! * DAY_MINUTES + data.minute[row]! >= limit) cut[row]! |= LEFT_OUT
  }
  return cut
}
