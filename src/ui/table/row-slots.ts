/* Recycles row elements while scrolling: changing texts is cheaper than laying out new elements. */

export interface DrawnRow {
  readonly index: number
  readonly slot: number
  /** Appeared while scrolling: optional content can wait. */
  readonly isPassing: boolean
}

/** End exclusive. */
interface Span {
  readonly start: number
  readonly end: number
}

/** State bound to rows, so their elements aren't recycled. */
export interface Held {
  /** Negative: none. */
  readonly focused: number
  /** Selected text spans rows. */
  readonly isSelecting: boolean
}
export const NOTHING_HELD: Held = { focused: -1, isSelecting: false }

/** Rows to render with recycled elements, in element order. */
export const redrawn = (
  before: readonly DrawnRow[],
  { start, end }: Span,
  { focused, isSelecting }: Held,
): readonly DrawnRow[] => {
  const drawn = new Set(before.map(({ index }) => index))
  const missing = Array.from({ length: Math.max(end - start, 0) }, (_, at) => start + at).filter(
    (index) => !drawn.has(index),
  )
  const isIn = ({ index }: DrawnRow) => index >= start && index < end
  if (missing.length === 0 && before.every(isIn)) return before
  const next = before.flatMap((row) => {
    if (isIn(row)) return [row]
    const index = isSelecting || row.index === focused ? undefined : missing.shift()
    return index === undefined ? [] : [{ index, slot: row.slot, isPassing: true }]
  })
  let slot = before.reduce((highest, row) => Math.max(highest, row.slot), -1)
  for (const index of missing) next.push({ index, slot: ++slot, isPassing: true })
  return isSelecting ? inOrder(next) : next
}

/** List order, needed for reading, selection and Tab. */
const inOrder = (rows: readonly DrawnRow[]): readonly DrawnRow[] =>
  rows.every(({ index }, at) => at === 0 || rows[at - 1]!.index < index)
    ? rows
    : rows.toSorted((a, b) => a.index - b.index)

/** Rows ahead, in frames of scrolling at the current speed. */
const FRAMES_AHEAD = 3
const MOST_AHEAD = 14

/** Pixels. */
export interface BoxSize {
  readonly count: number
  readonly row: number
  readonly lead: number
  readonly height: number
}

export interface BoxView extends Span {
  readonly drawn: readonly DrawnRow[]
  /** Scroll offset of this view, and of the last rest. */
  readonly offset: number
  readonly stood: number
  readonly isMoving: boolean
  /** Rows ahead of the view. */
  readonly ahead: number
  readonly isForward: boolean
}
export const NO_VIEW: BoxView = {
  start: 0,
  end: 0,
  drawn: [],
  offset: 0,
  stood: 0,
  isMoving: false,
  ahead: 0,
  isForward: true,
}

const inView = ({ count, row, lead, height }: BoxSize, offset: number): Span => {
  const end = Math.min(Math.max(Math.ceil((offset + height - lead) / row), 0), count)
  return { start: Math.min(Math.max(Math.floor((offset - lead) / row), 0), Math.max(end - 1, 0)), end }
}

export const settledView = (view: BoxView, size: BoxSize, offset: number, held: Held): BoxView => {
  const seen = inView(size, offset)
  const drawn = redrawn(view.drawn, { start: seen.start, end: Math.min(seen.end + 1, size.count) }, held)
  const stays = drawn.some(({ isPassing }) => isPassing)
    ? drawn.map(({ index, slot }) => ({ index, slot, isPassing: false }))
    : drawn
  return { ...NO_VIEW, ...seen, drawn: inOrder(stays), offset, stood: offset }
}

/** Returns the same view while the same rows are visible. */
export const moving = (view: BoxView, size: BoxSize, offset: number, held: Held): BoxView => {
  const seen = inView(size, offset)
  if (view.isMoving && seen.start === view.start && seen.end === view.end) return view
  const step = seen.start - view.start
  const fits = Math.ceil(size.height / size.row) + 1
  const isForward = step === 0 ? view.isForward : step > 0
  // A jump has no direction.
  const isLeap = Math.abs(step) > fits
  const ahead = isLeap
    ? view.ahead
    : Math.max(view.ahead, Math.min(Math.abs(step) * FRAMES_AHEAD + 1, MOST_AHEAD))
  // A constant number, so that elements are neither added nor removed.
  const many = fits + ahead + 1
  const from = isForward ? seen.start - 1 : seen.end + 1 - many
  const start = Math.max(Math.min(from, size.count - many), 0)
  const drawn = redrawn(view.drawn, { start, end: Math.min(start + many, size.count) }, held)
  return { ...seen, drawn, offset, stood: view.stood, isMoving: true, ahead, isForward }
}
