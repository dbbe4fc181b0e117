import { describe, expect, test } from 'vitest'
import {
  moving,
  NO_VIEW,
  NOTHING_HELD,
  redrawn,
  settledView,
  type BoxView,
  type DrawnRow,
} from './row-slots.ts'

const SIZE = { count: 1000, row: 32, lead: 0, height: 640 }
const rowsOf = (drawn: readonly DrawnRow[]) => drawn.map(({ index }) => index)
const slotOf = (drawn: readonly DrawnRow[], index: number) => drawn.find((row) => row.index === index)?.slot
const isSorted = (indexes: readonly number[]) => String(indexes) === String(indexes.toSorted((a, b) => a - b))
const atTop = settledView(NO_VIEW, SIZE, 0, NOTHING_HELD)
/** Scrolls by so many rows a frame. */
const scrolled = (rows: number, frames: number, view: BoxView = atTop) => {
  let now = view
  for (let frame = 0; frame < frames; frame++)
    now = moving(now, SIZE, now.offset + rows * SIZE.row, NOTHING_HELD)
  return now
}

describe('a list that stands', () => {
  test('draws the rows in view and one more, in their order', () => {
    expect(rowsOf(atTop.drawn)).toEqual(Array.from({ length: 21 }, (_, index) => index))
    expect([atTop.start, atTop.end]).toEqual([0, 20])
    const between = settledView(atTop, SIZE, 16, NOTHING_HELD)
    expect([between.start, between.end]).toEqual([0, 21])
  })

  test('draws all of a short one, and nothing of none', () => {
    expect(rowsOf(settledView(NO_VIEW, { ...SIZE, count: 3 }, 0, NOTHING_HELD).drawn)).toEqual([0, 1, 2])
    expect(settledView(atTop, { ...SIZE, count: 0 }, 0, NOTHING_HELD)).toMatchObject({
      start: 0,
      end: 0,
      drawn: [],
    })
  })

  test('begins below what is scrolled with it', () => {
    expect(settledView(NO_VIEW, { ...SIZE, lead: 64 }, 0, NOTHING_HELD).end).toBe(18)
    expect(settledView(NO_VIEW, { ...SIZE, lead: 64 }, 96, NOTHING_HELD).start).toBe(1)
  })

  test('is in order again after it was scrolled, and its rows are there to stay', () => {
    const way = scrolled(4, 7)
    expect(isSorted(rowsOf(way.drawn))).toBe(false)
    const { drawn, start } = settledView(way, SIZE, way.offset, NOTHING_HELD)
    expect(rowsOf(drawn)).toEqual(Array.from({ length: 21 }, (_, index) => start + index))
    expect(drawn.some(({ isPassing }) => isPassing)).toBe(false)
  })
})

describe('a list that is scrolled', () => {
  test('draws ahead, the way it goes, what the next frames need', () => {
    const down = scrolled(4, 3)
    expect([down.start, down.end]).toEqual([12, 32])
    const drawn = rowsOf(down.drawn)
    for (let index = 12; index < 44; index++) expect(drawn).toContain(index)
    const far = scrolled(4, 10)
    const up = moving(far, SIZE, far.offset - 32, NOTHING_HELD)
    expect([up.start, up.end]).toEqual([39, 59])
    expect([Math.min(...rowsOf(up.drawn)), Math.max(...rowsOf(up.drawn))]).toEqual([25, 59])
  })

  test('goes on with the elements it has: each row keeps its own, and those that come take those of rows that have gone', () => {
    const before = scrolled(4, 3)
    const after = scrolled(4, 1, before)
    expect(new Set(after.drawn.map(({ slot }) => slot))).toEqual(
      new Set(before.drawn.map(({ slot }) => slot)),
    )
    for (let index = 16; index < 36; index++)
      expect(slotOf(after.drawn, index)).toBe(slotOf(before.drawn, index))
  })

  test('is the same view until another row comes into it', () => {
    const view = moving(atTop, SIZE, 8, NOTHING_HELD)
    expect(moving(view, SIZE, 24, NOTHING_HELD)).toBe(view)
    expect(moving(view, SIZE, 40, NOTHING_HELD)).not.toBe(view)
  })

  test('ends with its last row', () => {
    const end = moving(atTop, SIZE, 980 * 32, NOTHING_HELD)
    expect(end.end).toBe(1000)
    expect(Math.max(...rowsOf(end.drawn))).toBe(999)
    expect(new Set(end.drawn.map(({ slot }) => slot)).size).toBe(end.drawn.length)
  })
})

describe('what belongs to a row', () => {
  const before = atTop.drawn

  test('the element with the focus goes with its row', () => {
    const after = redrawn(before, { start: 10, end: 31 }, { focused: 4, isSelecting: false })
    expect(after.map(({ slot }) => slot)).not.toContain(slotOf(before, 4))
    expect(rowsOf(after).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 21 }, (_, at) => 10 + at))
  })

  test('rows with a selection stay as they are, in order, and the others come anew', () => {
    const after = redrawn(before, { start: 10, end: 31 }, { focused: -1, isSelecting: true })
    expect(isSorted(rowsOf(after))).toBe(true)
    const used = new Set(before.map(({ slot }) => slot))
    for (const { index, slot } of after) expect(used.has(slot)).toBe(index <= 20)
  })
})
