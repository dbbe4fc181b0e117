import { expect, test } from 'vitest'
import { nextItem } from './menu.tsx'

const labels = ['Light', 'Dark', 'System', 'Sign out']

test('arrows go round', () => {
  expect(nextItem('ArrowDown', 0, labels)).toBe(1)
  expect(nextItem('ArrowDown', 3, labels)).toBe(0)
  expect(nextItem('ArrowUp', 0, labels)).toBe(3)
  expect(nextItem('ArrowUp', -1, labels)).toBe(3)
})
test('Home and End go to the ends', () => {
  expect(nextItem('Home', 2, labels)).toBe(0)
  expect(nextItem('End', 0, labels)).toBe(3)
})
test('a letter goes to the next item that starts with it', () => {
  expect(nextItem('s', 0, labels)).toBe(2)
  expect(nextItem('S', 2, labels)).toBe(3)
  expect(nextItem('s', 3, labels)).toBe(2)
  expect(nextItem('x', 0, labels)).toBeUndefined()
})
test('other keys and an empty menu move nothing', () => {
  expect(nextItem('Tab', 0, labels)).toBeUndefined()
  expect(nextItem('Enter', 0, labels)).toBeUndefined()
  expect(nextItem(' ', 0, labels)).toBeUndefined()
  expect(nextItem('ArrowDown', 0, [])).toBeUndefined()
})
