import { expect, test } from 'vitest'
import { isHeard } from './listened.ts'

test.each([
  [0, 30, false],
  [26.9, 30, false],
  [27, 30, true],
  [30, 30, true],
  [5, Number.NaN, false],
  [0, 0, false],
])('%s s of %s s: heard %s', (position, duration, expected) => {
  expect(isHeard(position, duration)).toBe(expected)
})
