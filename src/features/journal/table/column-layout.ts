import type { ColumnId } from '#/contract/call-fields.ts'
import type { JournalColumn } from './columns.ts'
import type { TableLayout } from './use-table-layout.ts'

/*
 * Columns, order and widths from stored preferences. Unknown columns (other journal, client or version) are
 * skipped but preserved.
 */

export type Widths = Readonly<Partial<Record<ColumnId, number>>>

/** Pixels. A narrower header can't be grabbed; a wider one hides everything else. */
export const MIN_WIDTH = 48
export const MAX_WIDTH = 800

export const clampWidth = (width: number): number =>
  Math.round(Math.min(Math.max(width, MIN_WIDTH), MAX_WIDTH))

export const spreadColumns = (columns: readonly JournalColumn[], spread: number): readonly JournalColumn[] =>
  columns.map((column) => ({
    ...column,
    width: Math.ceil(column.width * spread),
    ...(column.upTo !== undefined && { upTo: Math.ceil(column.upTo * spread) }),
  }))

const widthOf = ({ id, width }: JournalColumn, widths: Widths): number => widths[id] ?? width
const sumOf = (columns: readonly JournalColumn[], widths: Widths): number =>
  columns.reduce((sum, column) => sum + widthOf(column, widths), 0)

/** Default columns: those that fit after shrinking. */
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

export const shownOf = (
  available: readonly JournalColumn[],
  stored: readonly string[] | undefined,
  room = Infinity,
  widths: Widths = {},
): ColumnId[] => {
  const ids = available.map(({ id }) => id)
  const shown =
    stored === undefined
      ? usualOf(available, room, widths).map(({ id }) => id)
      : [...new Set(stored)].filter((one): one is ColumnId => ids.some((id) => id === one))
  return ['date', ...shown.filter((id) => id !== 'date')]
}

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

/** Visible columns in order, the others at their default positions. */
export const choiceOf = (available: readonly JournalColumn[], shown: readonly ColumnId[]): ColumnId[] => {
  const usual = available.map(({ id }) => id)
  return woven(
    shown,
    usual.filter((id) => !shown.includes(id)),
    usual,
  )
}

/**
 * What to store: the selection plus stored columns that aren't available here.
 * @param before stored, or the default columns
 */
export const columnsToStore = (
  shown: readonly ColumnId[],
  before: readonly string[],
  available: readonly JournalColumn[],
): string[] =>
  woven<string>(
    shown,
    before.filter((id) => !available.some((column) => column.id === id)),
    before,
  )

export const movedTo = (order: readonly ColumnId[], id: ColumnId, index: number): ColumnId[] => {
  if (id === 'date' || !order.includes(id)) return [...order]
  const others = order.filter((one) => one !== id)
  const at = Math.min(Math.max(index, others[0] === 'date' ? 1 : 0), others.length)
  return others.toSpliced(at, 0, id)
}

/** `grid-template-columns` and minimum width. Spare room goes to truncated texts, unless a column has its own width. */
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
  if (!rest) tracks.push('minmax(0, 1fr)')
  return {
    template: tracks.join(' '),
    least: sumOf(columns, widths),
  }
}

export interface LaidColumn extends JournalColumn {
  /** Column index for screen readers; absent: all are shown. */
  readonly place: number | undefined
  /** Sticky when scrolled sideways. */
  readonly isFirst: boolean
}

const WHOLE_DATE = 36
/** Extra width of a row's offset, taken from the source, so that the default columns fit. */
const OFFSET = 44

const extraOf = (id: ColumnId, byDate: boolean, isMixed: boolean): number => {
  const offset = isMixed ? OFFSET : 0
  if (id === 'date') return offset + (byDate ? 0 : WHOLE_DATE)
  return id === 'source' ? -offset : 0
}

/** The columns that are shown, with the room that they need for these rows. */
export const laidColumns = (
  { available, shown, spread }: TableLayout,
  byDate: boolean,
  isMixed: boolean,
): readonly LaidColumn[] => {
  const order = choiceOf(available, shown)
  const hasAll = order.length === shown.length
  return shown.flatMap((id, index) => {
    const column = available.find((one) => one.id === id)
    if (!column) return []
    return [
      {
        ...column,
        width: column.width + spread * extraOf(id, byDate, isMixed),
        ...(isMixed && column.upTo && { upTo: column.upTo - spread * OFFSET }),
        place: hasAll ? undefined : order.indexOf(id) + 1,
        isFirst: index === 0,
      },
    ]
  })
}
