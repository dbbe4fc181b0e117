import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { costRange } from './cost.ts'
import { besidePlan, plannedCost } from './planned-cost.ts'

const MONTH = '2026-11'
const ALL_PAID = { paid: 3, all: 3 }
/** Relative difference: a cost can be a billion times the planned one. */
const apart = (a: number, b: number) => Math.abs(a - b) / (1 + Math.abs(b))
const amounts = fc.integer({ min: 1, max: 10_000_000 })

it('is planned spend over the planned target contacts that paid sources bring, and none where that is not known', () => {
  const preload = { paid: 45, all: 95 }
  // 900,000 for 45 of 95 parts of 2,500 targets; free sources bring the rest.
  expect(plannedCost({ month: MONTH, spend: 900_000, target: 2_500 }, preload)?.cost).toBeCloseTo(760, 9)
  for (const [spend, target] of [
    [null, 640],
    [900_000, null],
    [0, 640],
    [900_000, 0],
  ] as const)
    expect(plannedCost({ month: MONTH, spend, target }, preload)).toBeNull()
  expect(plannedCost(null, preload)).toBeNull()
  const plan = { month: MONTH, spend: 900_000, target: 2_500 }
  expect(plannedCost(plan, null)).toBeNull()
  expect(plannedCost(plan, { paid: 0, all: 95 })).toBeNull()
})

it('a cost is called dearer or cheaper only where all of its range is, and by how much is its own', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.nat(300),
      fc.nat(300),
      amounts,
      fc.integer({ min: 1, max: 5_000 }),
      (amount, a, b, spend, target) => {
        const [hits, contacts] = [Math.min(a, b), Math.max(a, b)]
        const planned = plannedCost({ month: MONTH, spend, target }, ALL_PAID)
        const beside = besidePlan(costRange(amount, hits, contacts), planned)
        if (hits === 0 || contacts < 15) {
          expect(beside).toBeNull()
          return
        }
        expect(apart(beside!.by, (amount * target) / (hits * spend) - 1)).toBeLessThan(1e-9)
        // Significantly dearer implies a higher cost.
        if (beside?.is === 'dearer') expect(beside.by).toBeGreaterThan(0)
        if (beside?.is === 'cheaper') expect(beside.by).toBeLessThan(0)
        // Doubling both changes nothing.
        const doubled = plannedCost({ month: MONTH, spend: 2 * spend, target }, ALL_PAID)
        const again = besidePlan(costRange(2 * amount, hits, contacts), doubled)
        expect(apart(again!.by, beside!.by)).toBeLessThan(1e-9)
      },
    ),
    runs(300, 10_000),
  )
})
