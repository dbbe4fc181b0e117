import { expect, test } from 'vitest'
import { growth, LINEAR } from './growth.ts'

let sum = 0
const count = (steps: number) => {
  for (let step = 0; step < steps; step++) sum = (sum + step) % 1_000_003
}

test('work in proportion to its size is told from work that grows with the square', () => {
  expect(growth((size) => count(size * 100), 10_000)).toBeLessThan(LINEAR)
  expect(growth((size) => count(size ** 2), 6_000)).toBeGreaterThan(LINEAR)
})
