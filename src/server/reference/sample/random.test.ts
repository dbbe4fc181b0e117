import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const take = (seed: number, count: number) => {
  const random = createRandom(seed)
  return Array.from({ length: count }, random.unit)
}

test('the same seed gives the same sequence, another seed another one', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const values = take(seed, 20)
      expect(take(seed, 20)).toEqual(values)
      expect(take(seed + 1, 20)).not.toEqual(values)
      for (const value of values) expect(value >= 0 && value < 1).toBe(true)
    }),
  )
})

test('choices come as often as they should', () => {
  const random = createRandom(7)
  const counts = [0, 0, 0]
  for (let round = 0; round < 30_000; round++) {
    const index = random.weighted([0, 1, 2], (one) => [1, 0, 3][one] ?? 0)
    counts[index] = (counts[index] ?? 0) + 1
  }
  expect(counts[1]).toBe(0)
  expect((counts[2] ?? 0) / 30_000).toBeCloseTo(0.75, 1)
  const values = Array.from({ length: 9_999 }, () => random.logNormal(0.5)).toSorted((a, b) => a - b)
  expect(values[4_999]).toBeCloseTo(1, 1)
  const events = Array.from({ length: 9_999 }, () => random.events(2.5)).reduce((sum, one) => sum + one, 0)
  expect(events / 9_999).toBeCloseTo(2.5, 0)
})
