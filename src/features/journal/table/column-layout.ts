import type { ColumnId } from '#/contract/call-fields.ts'
import type { JournalColumn } from './columns.ts'
import type { TableLook } from './use-table-look.ts'

/*
 * Which columns, in what order and how wide, out of what was kept. Kept names may be of columns that this journal, this
 * client or this version does not have: they are not shown, and not lost.
 */

export type Widths = Readonly<Partial<Record<ColumnId, number>>>

/** Pixels. Narrower, a header could not be taken hold of; wider, nothing else would be seen. */
export const MIN_WIDTH = 48
export const MAX_WIDTH = 800

/** Whole pixels between the narrowest and the widest. */
export const clampWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH))

/** Columns for lines that are so many times as wide as usual. */
export const spreadColumns = (columns: readonly JournalColumn[], spread: number): readonly JournalColumn[] =>
  columns.map((column) => ({
    ...column,
    width: Math.ceil(column.width * spread),
    ...(column.upTo !== undefined && { upTo: Math.ceil(column.upTo * spread) }),
  }))

const widthOf = ({ id, width }: JournalColumn, widths: Widths): number => widths[id] ?? width
const sumOf = (columns: readonly JournalColumn[], widths: Widths): number =>
  columns.reduce((sum, column) => sum + widthOf(column, widths), 0)

/** The columns of who has chosen none: as many of them as there is room for, if those give way that can. */
const usualOf = (
  available: readonly JournalColumn[],
  room: number,
  widths: Widths,
): readonly JournalColumn[] => {
  const usual = available.filter(({ onDemand }) => !onDemand)
  const inTurn = usual
    .filter(({ givesWay }) => givesWay !== undefined)
    .toSorted((a, b) => (a.givesWay ?? 0) - (b.givesWay ?? 0))
  return inTurn.reduce(
    (shown, next) => (sumOf(shown, widths) <= room ? shown : shown.filter((column) => column !== next)),
    usual,
  )
}

/**
 * Columns shown, in their order: the kept ones that are there, or the usual ones. The date is always the first.
 * @param room pixels there are for the usual ones
 */
export const shownOf = (
  available: readonly JournalColumn[],
  kept: readonly string[] | undefined,
  room = Infinity,
  widths: Widths = {},
): ColumnId[] => {
  const ids = available.map(({ id }) => id)
  const shown =
    kept === undefined
      ? usualOf(available, room, widths).map(({ id }) => id)
      : [...new Set(kept)].filter((one): one is ColumnId => ids.some((id) => id === one))
  return ['date', ...shown.filter((id) => id !== 'date')]
}

/** Puts each of `others` after the one that precedes it in `usual`, so that what was left out is found where it belongs. */
const woven = <Id extends string>(
  shown: readonly Id[],
  others: readonly Id[],
  usual: readonly string[],
): Id[] => {
  const order = [...shown]
  for (const one of others) {
    const before = usual.slice(0, Math.max(usual.indexOf(one), 0))
    const previous = before.findLast((id) => order.some((there) => there === id))
    const at = usual.includes(one) ? order.findIndex((id) => id === previous) + 1 : order.length
    order.splice(at, 0, one)
  }
  return order
}

/** Every column there is to choose from: the shown ones in their order, the others at their usual places. */
export const choiceOf = (available: readonly JournalColumn[], shown: readonly ColumnId[]): ColumnId[] => {
  const usual = available.map(({ id }) => id)
  return woven(
    shown,
    usual.filter((id) => !shown.includes(id)),
    usual,
  )
}

/**
 * What is kept when `shown` has been chosen: with it, those of the columns shown before that are not here to be chosen.
 * @param before what was kept, or the usual columns of every journal
 */
export const keptOf = (
  shown: readonly ColumnId[],
  before: readonly string[],
  available: readonly JournalColumn[],
): string[] =>
  woven<string>(
    shown,
    before.filter((id) => !available.some((column) => column.id === id)),
    before,
  )

/** `id` in another place; the date keeps its own. */
export const movedTo = (order: readonly ColumnId[], id: ColumnId, index: number): ColumnId[] => {
  if (id === 'date' || !order.includes(id)) return [...order]
  const others = order.filter((one) => one !== id)
  const at = Math.min(Math.max(index, others[0] === 'date' ? 1 : 0), others.length)
  return others.toSpliced(at, 0, id)
}

/**
 * What every row is laid out by, as `grid-template-columns`, and the pixels it needs at least. What there is to spare goes
 * where text would be cut, until a column has a width of its own.
 */
export const gridOf = (
  columns: readonly JournalColumn[],
  widths: Widths,
): { template: string; least: number } => {
  const rest = columns.find(({ id, takesRest }) => takesRest && widths[id] === undefined)
  const tracks = columns.map((column) => {
    const own = widths[column.id]
    if (own !== undefined) return `${own}px`
    const { width, upTo } = column
    if (column === rest) return `minmax(${width}px, 1fr)`
    return upTo === undefined ? `${width}px` : `minmax(${width}px, ${upTo}px)`
  })
  // Where every column has its own width, an empty track takes the rest of the row.
  if (!rest) tracks.push('minmax(0, 1fr)')
  return {
    template: tracks.join(' '),
    least: sumOf(columns, widths),
  }
}

/** A column as the rows lay it out. */
export interface LaidColumn extends JournalColumn {
  /** Its place among all columns, for screen readers; absent when all are shown. */
  readonly place: number | undefined
  /** Its cells stay in sight when the table is scrolled sideways. */
  readonly isFirst: boolean
}

/** Where the day is not told above, the date says it, and needs more room for it. */
const WHOLE_DATE = 36
/**
 * What a row on another clock says needs more; the source has it to give, so that the usual columns fit all the same. Of
 * what there is to spare, the others take as much less.
 */
const OFFSET = 44

const extraOf = (id: ColumnId, byDate: boolean, isMixed: boolean): number => {
  const offset = isMixed ? OFFSET : 0
  if (id === 'date') return offset + (byDate ? 0 : WHOLE_DATE)
  return id === 'source' ? -offset : 0
}

/** The columns that are shown, with the room that they need for these rows. */
export const laidColumns = (
  { available, shown, spread }: TableLook,
  byDate: boolean,
  isMixed: boolean,
): readonly LaidColumn[] => {
  const order = choiceOf(available, shown)
  const isWhole = order.length === shown.length
  return shown.flatMap((id, index) => {
    const column = available.find((one) => one.id === id)
    if (!column) return []
    return [
      {
        ...column,
        width: column.width + spread * extraOf(id, byDate, isMixed),
        ...(isMixed && column.upTo && { upTo: column.upTo - spread * OFFSET }),
        place: isWhole ? undefined : order.indexOf(id) + 1,
        isFirst: index === 0,
      },
    ]
  })
}
