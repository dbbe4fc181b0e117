import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { findShifts, type HourOfCalls } from './find-shifts.ts'

const hourOf = (
  weekday: number,
  hour: number,
  calls: number,
  answered: number,
  missed_first_time: number,
): HourOfCalls => ({
  weekday,
  hour,
  calls,
  answered,
  missed_first_time,
})

describe('extra hours', () => {
  it('are those that missed the most first-time callers, at the rate of staffed hours', () => {
    const found = findShifts(
      [hourOf(0, 10, 100, 90, 2), hourOf(0, 20, 12, 0, 9), hourOf(6, 11, 8, 1, 7), hourOf(2, 21, 3, 0, 1)],
      2,
    )
    expect(found.hours).toEqual([
      { weekday: 0, hour: 20, missed: 9 },
      { weekday: 6, hour: 11, missed: 7 },
    ])
    expect(found.missed).toBe(16)
    expect(found.answerRate?.rate).toBe(0.9)
    // 14.4 of 16 at 82.6% to 94.5%, each again a share of only 16.
    expect(found.met).toEqual({ expected: 14, low: 9, high: 16 })
  })

  it('are none where no caller was missed, and promise nothing where no hour is staffed', () => {
    expect(findShifts([hourOf(0, 10, 10, 10, 0)], 5).hours).toEqual([])
    expect(findShifts([hourOf(0, 10, 10, 0, 6)], 5)).toMatchObject({
      missed: 6,
      answerRate: null,
      met: null,
    })
  })

  it('say no number of fewer than 15 callers, or of hours with fewer calls', () => {
    const staffed = hourOf(0, 10, 100, 90, 0)
    expect(findShifts([staffed, hourOf(0, 20, 14, 0, 14)], 1).met).toBeNull()
    expect(findShifts([staffed, hourOf(0, 20, 15, 0, 15)], 1).met).not.toBeNull()
    expect(findShifts([hourOf(0, 10, 14, 14, 0), hourOf(0, 20, 40, 0, 40)], 1).met).toBeNull()
  })

  it('meet only callers who were missed, and more hours never meet fewer', () => {
    const hour = fc
      .tuple(fc.nat(6), fc.nat(23), fc.nat(50), fc.nat(50), fc.nat(50))
      .map(([day, at, answered, missed, first]) =>
        hourOf(day, at, answered + missed, answered, Math.min(first, missed)),
      )
    fc.assert(
      fc.property(fc.array(hour, { maxLength: 40 }), fc.nat(20), (hours, count) => {
        const { met, missed } = findShifts(hours, count)
        if (met !== null) {
          const { low, expected, high } = met
          for (const whole of [low, expected, high]) expect(Number.isInteger(whole)).toBe(true)
          expect(low).toBeLessThanOrEqual(expected)
          expect(expected).toBeLessThanOrEqual(high)
          expect(high).toBeLessThanOrEqual(missed)
        }
        expect(findShifts(hours, count + 1).missed).toBeGreaterThanOrEqual(missed)
      }),
      runs(300, 5_000),
    )
  })
})
