import { expect, test } from 'vitest'
import type { RowRange } from '#/domain/contact-list/use-contact-rows.ts'
import { requestedRange } from './requested-range.ts'

const SIZE = 20
const LAST = 50

const pagesOf = ({ start, end }: RowRange) => {
  const from = Math.max(Math.floor(start / SIZE) + 1, 2)
  const to = Math.min(Math.floor((end - 1) / SIZE) + 2, LAST)
  return Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => from + at)
}

const listWith = (...pages: number[]) => ({
  pageSize: SIZE,
  pagesOf,
  isAtHand: (page: number) => pages.includes(page),
})
const from2To = (last: number) => Array.from({ length: last - 1 }, (_, at) => at + 2)
const START = { start: 0, end: 28 }

test('rows whose pages have not come are asked for alone, and again as soon as they need other ones', () => {
  const rows = listWith()
  const here = { start: 200, end: 228 }
  expect(requestedRange(rows, START, here)).toBe(here)
  expect(requestedRange(rows, here, { start: 203, end: 231 })).toBe(here)
  const there = { start: 240, end: 268 }
  expect(requestedRange(rows, here, there)).toBe(there)
})

test('no page is asked for beyond those in view, the next one, and what is at hand', () => {
  const atHand = from2To(13)
  const rows = listWith(...atHand)
  for (let start = 0; start < 200; start++) {
    const range = requestedRange(rows, { start: 900, end: 928 }, { start, end: start + 28 })
    expect(pagesOf(range).every((page) => atHand.includes(page))).toBe(true)
  }
})

test('through pages at hand a list is scrolled with few ranges, each with all that is in view', () => {
  const rows = listWith(...from2To(LAST))
  let range: RowRange = START
  let changes = 0
  for (let start = 0; start < 900; start += 4) {
    const next = requestedRange(rows, range, { start, end: start + 28 })
    if (next !== range) changes++
    range = next
    expect(pagesOf(range)).toEqual(expect.arrayContaining(pagesOf({ start, end: start + 28 })))
  }
  // Each of the 48 pages could be a change.
  expect(changes).toBeLessThan(10)
})
