import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { besides } from './placement.ts'

const control = { top: 100, bottom: 128, left: 200, right: 260 }
const page = { width: 1000, height: 800 }

test('goes under the control, lined up with its left or right edge', () => {
  expect(besides(control, { width: 300, height: 200 }, page, 'start')).toMatchObject({ top: 128, left: 200 })
  expect(besides(control, { width: 100, height: 200 }, page, 'end')).toMatchObject({ top: 128, left: 160 })
})
test('goes above when there is room only there', () => {
  const low = { ...control, top: 700, bottom: 728 }
  expect(besides(low, { width: 300, height: 200 }, page, 'start')).toMatchObject({ top: 500, left: 200 })
})
test('is as high as the roomier side when neither holds it', () => {
  const middle = { ...control, top: 420, bottom: 448 }
  const high = { width: 300, height: 480 }
  expect(besides(middle, high, page, 'start')).toMatchObject({ top: 0, height: 420 })
  expect(besides({ ...middle, top: 340, bottom: 368 }, high, page, 'start')).toMatchObject({
    top: 368,
    height: 432,
  })
})
test('never leaves the window sideways when it fits into it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1000 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.constantFrom('start' as const, 'end' as const),
      (left, width, align) => {
        const at = besides({ ...control, left, right: left + 40 }, { width, height: 100 }, page, align)
        expect(at.left).toBeGreaterThanOrEqual(0)
        expect(at.left + width).toBeLessThanOrEqual(page.width)
      },
    ),
  )
})
