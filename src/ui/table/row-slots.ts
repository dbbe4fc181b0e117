/*
 * Which rows of a long list are drawn, and by which elements. While it is scrolled, the elements of rows that have gone
 * draw those that come: they change a few texts, where new elements would each be laid out and styled anew.
 */

/** A row that is drawn. */
export interface DrawnRow {
  readonly index: number
  /** What draws it, its key: never in two rows at once. */
  readonly slot: number
  /** It has come while the list is scrolled: what is only there for who stays can wait. */
  readonly isPassing: boolean
}

/** Indexes, the last one excluded. */
interface Span {
  readonly start: number
  readonly end: number
}

/** What belongs to the rows that it is in, and does not pass to others with their elements. */
export interface Held {
  /** Index of the row that has the focus; negative: none. */
  readonly focused: number
  /** Text is selected, across rows as they stand. */
  readonly isSelecting: boolean
}
export const NOTHING_HELD: Held = { focused: -1, isSelecting: false }

/** The rows to draw, by the elements there are, in the order in which these stand in the page. */
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

/** In the order of the list, as what is read, selected and walked through by Tab has to stand. */
const inOrder = (rows: readonly DrawnRow[]): readonly DrawnRow[] =>
  rows.every(({ index }, at) => at === 0 || rows[at - 1]!.index < index)
    ? rows
    : rows.toSorted((a, b) => a.index - b.index)

/** Rows drawn ahead of those in view, for the frames until the next ones are: as far as it goes in so many of them. */
const FRAMES_AHEAD = 3
const MOST_AHEAD = 14

/** What a box shows of a list whose rows have one height. Pixels. */
export interface BoxSize {
  readonly count: number
  readonly row: number
  /** Above the rows, scrolled with them. */
  readonly lead: number
  /** Of the box, without what covers it. */
  readonly height: number
}

/** The rows in view, and those drawn. */
export interface BoxView extends Span {
  readonly drawn: readonly DrawnRow[]
  /** Pixels that were scrolled away when these rows came into view, and when the list stood last. */
  readonly offset: number
  readonly stood: number
  readonly isMoving: boolean
  /** Rows ahead of those in view. */
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

/** A list that stands: the rows in view and one more, in their order. */
export const standing = (view: BoxView, size: BoxSize, offset: number, held: Held): BoxView => {
  const seen = inView(size, offset)
  const drawn = redrawn(view.drawn, { start: seen.start, end: Math.min(seen.end + 1, size.count) }, held)
  const stays = drawn.some(({ isPassing }) => isPassing)
    ? drawn.map(({ index, slot }) => ({ index, slot, isPassing: false }))
    : drawn
  return { ...NO_VIEW, ...seen, drawn: inOrder(stays), offset, stood: offset }
}

/** A list that is scrolled: the same view as long as the same rows are in view. */
export const moving = (view: BoxView, size: BoxSize, offset: number, held: Held): BoxView => {
  const seen = inView(size, offset)
  if (view.isMoving && seen.start === view.start && seen.end === view.end) return view
  const step = seen.start - view.start
  const fits = Math.ceil(size.height / size.row) + 1
  const isForward = step === 0 ? view.isForward : step > 0
  // A leap is no way: nothing is gone through.
  const isLeap = Math.abs(step) > fits
  const ahead = isLeap
    ? view.ahead
    : Math.max(view.ahead, Math.min(Math.abs(step) * FRAMES_AHEAD + 1, MOST_AHEAD))
  // As many each time, so that elements neither come nor go.
  const many = fits + ahead + 1
  const from = isForward ? seen.start - 1 : seen.end + 1 - many
  const start = Math.max(Math.min(from, size.count - many), 0)
  const drawn = redrawn(view.drawn, { start, end: Math.min(start + many, size.count) }, held)
  return { ...seen, drawn, offset, stood: view.stood, isMoving: true, ahead, isForward }
}
