import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { runs } from '#/test/runs.ts'
import { forecastOf, forecastVerdict, passedOf } from './forecast.ts'

const MONTH = { first: dayNumber('2026-11-01'), last: dayNumber('2026-11-30') }
const moments = fc.record({
  day: fc.integer({ min: MONTH.first, max: MONTH.last }),
  minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
})
const counts = fc.array(fc.nat(400), { minLength: 120, maxLength: 120 })
const on = (days: readonly number[]) => (day: number) => days[day - MONTH.first + 80] ?? 0

describe('the pace of a month', () => {
  it('is a range that holds what is done, wider the more is left, and never one number while days are left', () => {
    fc.assert(
      fc.property(counts, moments, fc.nat(5_000), (days, now, plan) => {
        const forecast = forecastOf(on(days), MONTH, now, plan)
        let done = 0
        for (let day = MONTH.first; day <= now.day; day++) done += on(days)(day)
        expect(forecast.done).toBe(done)
        expect(forecast.low).toBeGreaterThanOrEqual(done)
        expect(forecast.high).toBeGreaterThan(forecast.low)
        expect(forecast.band).toHaveLength(MONTH.last - now.day + 1)
        for (const [nth, { low, high }] of forecast.band.entries()) {
          const before = forecast.band[nth - 1]
          expect(high).toBeGreaterThanOrEqual(before?.high ?? done)
          expect(low).toBeGreaterThanOrEqual(done)
        }
        expect(forecast.mark).toBeGreaterThanOrEqual(0)
        expect(forecast.mark).toBeLessThanOrEqual(plan * (1 + 1e-9))
        const today = now.day - MONTH.first
        expect(forecast.way).toHaveLength(30)
        expect(forecast.way.at(-1)).toBeCloseTo(plan)
        // Today's mark lies between the ends of yesterday and today.
        expect(forecast.mark).toBeGreaterThanOrEqual((forecast.way[today - 1] ?? 0) - 1e-6)
        expect(forecast.mark).toBeLessThanOrEqual(forecast.way[today]! + 1e-6)
      }),
      runs(300, 5_000),
    )
  })

  it('more of the past never lowers it, and a plan is judged only where all of the range lies on one side', () => {
    fc.assert(
      fc.property(counts, moments, fc.nat(20_000), (days, now, plan) => {
        const forecast = forecastOf(on(days), MONTH, now, plan)
        const verdict = forecastVerdict(forecast, plan)
        expect(verdict === 'ahead').toBe(forecast.low >= plan)
        expect(verdict === 'behind').toBe(forecast.high < plan)
        const doubled = forecastOf((day) => 2 * on(days)(day), MONTH, now, plan)
        expect(doubled.low + doubled.high).toBeGreaterThanOrEqual(forecast.low + forecast.high)
      }),
      runs(200, 3_000),
    )
  })

  it('of a month that is over is what was done', () => {
    const forecast = forecastOf(() => 3, MONTH, { day: MONTH.last + 5, minute: 0 }, 90)
    expect(forecast).toMatchObject({ done: 90, low: 90, high: 90, band: [], mark: 90 })
  })

  it('goes by weekdays: five weekdays of ten contacts and empty weekends', () => {
    const weekdays = (day: number) => ((day + 3) % 7 < 5 ? 10 : 0)
    // The very beginning of Monday, November 16: 10 weekdays are over, 11 remain.
    const at = dayNumber('2026-11-16')
    const forecast = forecastOf((day) => (day < at ? weekdays(day) : 0), MONTH, { day: at, minute: 0 }, 210)
    expect(forecast.done).toBe(100)
    expect(forecast.low).toBeLessThan(210)
    expect(forecast.high).toBeGreaterThan(210)
    expect((forecast.low + forecast.high) / 2).toBeCloseTo(210, -1)
    expect(forecast.mark).toBeCloseTo(100, 6)
  })

  it('leaves the rest of today to the usual hours of its weekday', () => {
    // A tenth of the contacts come before 12:00, nine tenths from 12:00 to 15:00.
    const hours = Array.from({ length: 24 }, (_, hour) =>
      hour === 10 ? 10 : hour >= 12 && hour < 15 ? 30 : 0,
    )
    expect(
      [0, 10 * 60, 10 * 60 + 30, 12 * 60, 13 * 60, 15 * 60, 24 * 60 - 1].map((minute) =>
        passedOf(minute, hours),
      ),
    ).toEqual([0, 0, 0.05, 0.1, 0.4, 1, 1])
    expect(passedOf(6 * 60, null)).toBe(0.25)
    expect(
      passedOf(
        6 * 60,
        hours.map(() => 0),
      ),
    ).toBe(0.25)
    // Thirty a day; on the last day at 18:00 no more are usual, at noon 27.
    const last = (minute: number) =>
      forecastOf((day) => (day === MONTH.last ? 12 : 30), MONTH, { day: MONTH.last, minute }, 900, hours)
    const { done } = last(0)
    expect(done).toBe(29 * 30 + 12)
    const [evening, noon] = [last(18 * 60), last(12 * 60)]
    expect(evening).toMatchObject({ low: done, high: done + 1, mark: 900 })
    expect((noon.low + noon.high) / 2).toBeCloseTo(done + 27, -1)
    expect(noon.mark).toBeCloseTo(870 + 3, 6)
  })

  it('is as wide as days scatter around their weekday', () => {
    const now = { day: MONTH.last - 6, minute: 0 }
    const rangeOf = (swing: number) => {
      const { low, high } = forecastOf(
        (day) => (day >= now.day ? 0 : 100 + (Math.floor(day / 7) % 2 === 0 ? swing : -swing)),
        MONTH,
        now,
        null,
      )
      return high - low
    }
    // Seven days of 100, with the uncertainty of their means: 1.2816 × √(7 × 100 × (1 + 1 ÷ 8)) on either side.
    expect(Math.abs(rangeOf(0) - 2 * 1.2816 * Math.sqrt(7 * 100 * (9 / 8)))).toBeLessThan(2.01)
    // 8 weeks, half 30 above and half 30 below: variance 8 × 900 ÷ 7 of a mean of 100.
    expect(Math.abs(rangeOf(30) - 2 * 1.2816 * Math.sqrt(7 * ((8 * 900) / 7) * (9 / 8)))).toBeLessThan(2.01)
  })

  it('holds what comes in about eight months of ten that go on as before', () => {
    let [inside, all] = [0, 0]
    fc.assert(
      fc.property(fc.array(fc.nat(40), { minLength: 120, maxLength: 120 }), (days) => {
        const now = { day: MONTH.first + 9, minute: 0 }
        const { low, high } = forecastOf((day) => (day < now.day ? on(days)(day) : 0), MONTH, now, null)
        let total = 0
        for (let day = MONTH.first; day <= MONTH.last; day++) total += on(days)(day)
        all++
        if (total >= low && total <= high) inside++
      }),
      { numRuns: 2_000, seed: 7 },
    )
    expect(inside / all).toBeGreaterThan(0.7)
    expect(inside / all).toBeLessThan(0.92)
  })
})
