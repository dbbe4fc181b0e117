import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { wilson } from './wilson.ts'

describe('Wilson’s 95% range', () => {
  // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is %f to %f', (hits, trials, low, high) => {
    const range = wilson(hits, trials)!
    expect(range.low).toBeCloseTo(low, 4)
    expect(range.high).toBeCloseTo(high, 4)
  })

  it('holds the rate, stays between 0 and 1, and narrows as more is known', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (hits, others) => {
        const range = wilson(hits, hits + others)
        if (hits + others === 0) {
          expect(range).toBeNull()
          return
        }
        const { rate, low, high } = range!
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(rate)
        expect(high).toBeGreaterThanOrEqual(rate)
        const more = wilson(hits * 4, (hits + others) * 4)!
        expect(more.high - more.low).toBeLessThan(high - low)
      }),
      runs(500, 20_000),
    )
  })
})
