import type { Days, ClockMoment, Filter } from '#/contract/figures/questions.ts'
import { checkpoint } from './checkpoint.ts'
import { DAY_MINUTES, NO_DAY } from '#/contract/day.ts'
import { NO_OFFSET, type Dataset } from './dataset.ts'
import type { Codes } from './dictionary.ts'
import { wallMinute } from './instants.ts'

/** Mark of a row that passes all filters. */
export const SHOWN = 0
/** Mark of a row that is hidden in every panel. */
const LEFT_OUT = 1
const markOf = (index: number) => 2 << index
/** Filters whose marks fit into a byte beside {@link LEFT_OUT}. */
const BYTE_FILTERS = 7

/**
 * Per row a bit for each filter that hides it. One pass per filter serves every panel: the panel of a
 * filter's own dimension ignores its bit, so that its other bars stay.
 */
export type Selection = Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>

/** @param filters one per dimension */
export const select = (data: Dataset, filters: readonly Filter[]): Selection => {
  const { rows, day } = data
  const selection = new (filters.length <= BYTE_FILTERS ? Uint8Array : Int32Array)(rows)
  // Branchless: mispredicted branches would cost more than the work.
  const mark = (codes: Codes, bits: Int32Array) => {
    for (let row = 0; row < rows; row++) selection[row]! |= bits[codes[row]!]!
  }
  filters.forEach((filter, index) => {
    checkpoint()
    if (filter.by === 'day') {
      const bits = new Int32Array(NO_DAY + 1).fill(markOf(index))
      return mark(day, bits.fill(SHOWN, Math.max(filter.first, 0), Math.max(filter.last + 1, 0)))
    }
    const { codes, values, find } = data.by[filter.by]
    const [others, named] = filter.except ? [SHOWN, markOf(index)] : [markOf(index), SHOWN]
    const bits = new Int32Array(values.length).fill(others)
    for (const value of filter.values) {
      const code = find(value)
      if (code !== undefined) bits[code] = named
    }
    mark(codes, bits)
  })
  return selection
}

/** Marks that a panel of these dimensions ignores; {@link SHOWN}: none. */
export const ownMark = (filters: readonly Filter[], ...narrowed: readonly (Filter['by'] | null)[]): number =>
  filters.reduce((bits, { by }, index) => (narrowed.includes(by) ? bits | markOf(index) : bits), SHOWN)

/** Shown rows with their traits, so that a few rows are fast to count. */
export interface ShownRows {
  readonly rows: Uint32Array<ArrayBuffer>
  readonly trait: Uint8Array<ArrayBuffer>
  readonly duration: Int32Array<ArrayBuffer>
}

const known = new WeakMap<Selection, Map<number, ShownRows>>()

/**
 * Cached per selection, since all panels count the same rows.
 * @param own ignored marks: see {@link ownMark}
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
    // Only zero becomes negative, so its sign bit counts shown rows.
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

export const onDays = (data: Dataset, selection: Selection, days: readonly Days[]): Selection => {
  const bits = new Uint8Array(NO_DAY + 1).fill(LEFT_OUT)
  for (const { first, last } of days) bits.fill(SHOWN, Math.max(first, 0), Math.max(last + 1, 0))
  bits[NO_DAY] = LEFT_OUT
  const cut = selection.slice()
  for (let row = 0; row < cut.length; row++) cut[row]! |= bits[data.day[row]!]!
  return cut
}

/** Whether a row was not hidden by {@link until}. */
export const hadCome = (selection: Selection) => (row: number) => (selection[row]! & LEFT_OUT) === 0

export const leaveOut = (selection: Selection, passes: (row: number) => boolean): Selection => {
  const cut = selection.slice()
  for (let row = 0; row < cut.length; row++) if (!passes(row)) cut[row]! |= LEFT_OUT
  return cut
}

const OFFSETS = 2 ** 16

/**
 * Hides contacts later in the day than now, so that today is compared with the same part of a day. Each
 * contact by its own clock (G6), which may be in another day.
 * @param facedDay the comparison's day for today
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
    if (wallMinute(data, row) >= limit) cut[row]! |= LEFT_OUT
  }
  return cut
}
