import { describe, expect, it } from 'vitest'
import { areReal, chanceOf, directionsOf, dispersionOf, evidenceOf, sumEvidence } from './significance.ts'

const MONDAY = 20_779
const counts = (first: number, parts: readonly number[]) =>
  parts.map((part, nth) => ({ day: first + nth, part, whole: 1 }))
/** Days match regardless of weekday. */
const ANY = { isShare: false, isByWeekday: false } as const

describe('evidence of a change', () => {
  it('is measured by how much the days scatter', () => {
    // No change over 30 days: 20 of 60 in half of the days, where 30 would be usual.
    expect(evidenceOf(counts(0, [8, 12]), counts(2, [18, 22]), ANY)).toEqual({
      excess: -10,
      // (4 + 4) ÷ 10 + (4 + 4) ÷ 20 = 1.2 over 2 degrees is below chance: Poisson's 2 × 2 ÷ 4 × 15.
      variance: 15,
      freedom: 2,
    })
    expect(evidenceOf(counts(0, [5, 15]), counts(2, [10, 30]), ANY)).toEqual({
      excess: -10,
      // (25 + 25) ÷ 10 + (100 + 100) ÷ 20 = 15 over 2 degrees: 7.5 times as much.
      variance: 15 * 7.5,
      freedom: 2,
    })
  })

  it('counts the rhythm of weekdays as no scatter', () => {
    const week = [100, 100, 100, 100, 100, 20, 20]
    const [now, before] = [counts(MONDAY, [...week, ...week]), counts(MONDAY - 14, [...week, ...week])]
    // 14 × 14 ÷ 28 days a side at the weekday's mean: 540 ÷ 2.
    expect(evidenceOf(now, before, { isShare: false })).toEqual({ excess: 0, variance: 540, freedom: 20 })
    expect(evidenceOf(now, before, ANY)!.variance).toBeGreaterThan(5_000)
  })

  it('is of days that face each other: a Sunday says nothing beside a Saturday', () => {
    const day = (nth: number, part: number) => counts(MONDAY + nth, [part])
    expect(evidenceOf(day(6, 2), day(5, 200), { isShare: false })).toBeNull()
    // Two days beside the same two of the week before are enough.
    const evidence = evidenceOf(counts(MONDAY + 7, [50, 50]), counts(MONDAY, [100, 100]), { isShare: false })
    expect(evidence).toMatchObject({ excess: -50, freedom: 1 })
  })

  it('of a share has no room beside none and all', () => {
    const days = (first: number, part: number) =>
      Array.from({ length: 7 }, (_, nth) => ({ day: first + nth, part, whole: 10 }))
    const of = (now: number, before: number) =>
      evidenceOf(days(MONDAY, now), days(MONDAY - 7, before), { isShare: true })!
    // 7 × (10 × 10 ÷ 20) × 0.5 × 0.5
    expect(of(5, 5)).toEqual({ excess: 0, variance: 8.75, freedom: 6 })
    expect(chanceOf(of(10, 10))).toBe(1)
    expect(chanceOf(of(0, 0))).toBe(1)
    expect(chanceOf(of(9, 2))).toBeLessThan(0.001)
  })

  it('of several clients adds up', () => {
    const one = { excess: 5, variance: 20, freedom: 10 }
    expect(sumEvidence([one, { excess: -3, variance: 7, freedom: 4 }])).toEqual({
      excess: 2,
      variance: 27,
      freedom: 14,
    })
    expect(sumEvidence([])).toBeNull()
  })
})

it('has the chances of Student’s tables', () => {
  const at = (t: number, freedom: number) => chanceOf({ excess: t, variance: 1, freedom })
  for (const [t, freedom, chance] of [
    [4.303, 2, 0.05],
    [2.571, 5, 0.05],
    [2.228, 10, 0.05],
    [3.169, 10, 0.01],
    [2.0, 60, 0.05],
    [3.373, 1_000, 0.00077],
  ] as const)
    expect(Math.abs(at(t, freedom) / chance - 1), `${t} of ${freedom}`).toBeLessThan(0.1)
})

it('corrects several tests as Benjamini and Hochberg do', () => {
  // The paper's example: 9 of 15 are below 5%, four remain.
  const chances = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ]
  expect(areReal(chances)).toEqual(chances.map((chance) => chance <= 0.0095))
  expect(areReal([0.04, null])).toEqual([true, false])
  expect(areReal([0.04, 0.5])).toEqual([false, false])
  expect(areReal([0.04, 0.045])).toEqual([true, true])
  expect(areReal([])).toEqual([])
})

/** Deterministic numbers from 0 to 1. */
const createRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return (seed + 0.5) / 2 ** 32
}

it('rarely finds a change in busy and quiet days that follow no other rule', () => {
  const random = createRandom(7)
  /** Days of 60 contacts, some of 30 and 90: over three times Poisson's scatter. */
  const days = (first: number, by = 1) =>
    counts(
      first,
      Array.from({ length: 28 }, () => Math.round(by * [30, 45, 60, 75, 90][Math.floor(random() * 5)]!)),
    )
  const isPoisson = (now: number, before: number) => Math.abs(now - before) > 1.96 * Math.sqrt(now + before)
  const sum = (some: readonly { part: number }[]) => some.reduce((all, { part }) => all + part, 0)
  const found = { here: 0, poisson: 0, real: 0 }
  for (let run = 0; run < 1_000; run++) {
    const [now, before, grown] = [days(MONDAY), days(MONDAY - 28), days(MONDAY, 1.5)]
    const [same, more] = [now, grown].map((some) =>
      directionsOf([evidenceOf(some, before, { isShare: false })]),
    )
    if (same![0] !== 'none') found.here++
    if (more![0] === 'up') found.real++
    if (isPoisson(sum(now), sum(before))) found.poisson++
  }
  expect(found.here / 1_000).toBeLessThan(0.08)
  expect(found.poisson / 1_000).toBeGreaterThan(0.3)
  expect(found.real / 1_000).toBeGreaterThan(0.95)
})

it('says how much more counts scatter than chance would, whatever one of them was', () => {
  // (1.4826 × 20)² ÷ 40
  expect(dispersionOf([20, 60, 20, 60])).toBeCloseTo(21.98, 2)
  expect(dispersionOf([40, 40, 40, 40, 40, 40, 40, 0])).toBe(1)
  expect(dispersionOf([10, 10, 10])).toBe(1)
  expect(dispersionOf([0, 0])).toBe(1)
  expect(dispersionOf([7])).toBe(1)
})
