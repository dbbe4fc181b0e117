import { NO_DAY } from './calendar.ts'
import type { Dataset, Dimension } from './dataset.ts'

/** One thing a person has clicked: any of these values (null is "absent") of a dimension, or a stretch of days. */
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
/** A row that several filters leave out. */
const LEFT_OUT = 255

/**
 * For each row which filter alone leaves it out: {@link SHOWN}, 1 + the filter's index, or 255 for several. One pass
 * answers every panel: one that shows what a filter narrows ignores that filter, so that the other bars stay.
 */
export type Selection = Uint8Array<ArrayBuffer>

const mark = (selection: Selection, row: number, index: number) => {
  selection[row] = selection[row] === SHOWN ? index + 1 : LEFT_OUT
}

/** @param filters at most 250, one for each dimension */
export const select = (data: Dataset, filters: readonly Filter[]): Selection => {
  const selection = new Uint8Array(data.rows)
  filters.forEach((filter, index) => {
    if (filter.by === 'day') {
      const { first, last } = filter
      for (let row = 0; row < data.rows; row++)
        if (data.day[row]! < first || data.day[row]! > last) mark(selection, row, index)
      return
    }
    const column = data.by[filter.by]
    const except = filter.except === true
    const wanted = new Uint8Array(column.values.length).fill(except ? 1 : 0)
    for (const value of filter.values) {
      const code = column.find(value)
      if (code !== undefined) wanted[code] = except ? 0 : 1
    }
    const { codes } = column
    for (let row = 0; row < data.rows; row++) if (wanted[codes[row]!] === 0) mark(selection, row, index)
  })
  return selection
}

/** The mark under which a panel of `narrowed` shows rows besides {@link SHOWN}; SHOWN itself when nothing narrows it. */
export const ownMark = (filters: readonly Filter[], narrowed: Narrowed | null): number =>
  filters.findIndex(({ by }) => by === narrowed) + 1

/** A row's own filters in place of those that narrow by the same: its panel shows it whatever narrows the panel itself. */
export const narrowedTo = (filters: readonly Filter[], own: readonly Filter[]): Filter[] => [
  ...filters.filter(({ by }) => !own.some((one) => one.by === by)),
  ...own,
]

/** Leaves out what came after `day` at `minute`: the unfinished day is compared with the same elapsed part. */
export const until = (data: Dataset, selection: Selection, day: number, minute: number): Selection => {
  const cut = selection.slice()
  for (let row = 0; row < data.rows; row++) {
    const isLater = data.day[row]! > day || (data.day[row] === day && data.minute[row]! >= minute)
    if (isLater && data.day[row] !== NO_DAY) cut[row] = LEFT_OUT
  }
  return cut
}
