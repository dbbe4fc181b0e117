import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { acrossOf, marked, placeAt, roundTicks, seriesOf } from './plot.ts'

describe('ticks of an axis', () => {
  it.each([
    [0, {}, [0, 1]],
    [72, {}, [0, 20, 40, 60, 80]],
    [80, {}, [0, 20, 40, 60, 80]],
    [3, { smallest: 1 }, [0, 1, 2, 3]],
    [1, { smallest: 1 }, [0, 1]],
    [0, { smallest: 1 }, [0, 1]],
    [0.3, {}, [0, 0.1, 0.2, 0.3]],
    [0.138, {}, [0, 0.05, 0.1, 0.15]],
    [1, {}, [0, 0.5, 1]],
  ])('of %j %j', (max, options, ticks) => expect(roundTicks(max, options)).toEqual(ticks))

  it('rise evenly in round steps from 0, over the greatest value and not much further', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-4, max: 1e9, noNaN: true }), fc.boolean(), (max, isCounted) => {
        const ticks = roundTicks(max, isCounted ? { smallest: 1 } : {})
        const step = ticks[1]!
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeLessThanOrEqual(5)
        ticks.forEach((tick, n) => expect(tick).toBeCloseTo(n * step, 6))
        expect(ticks.at(-1)! * (1 + 1e-9)).toBeGreaterThanOrEqual(max)
        expect(ticks.at(-2)!).toBeLessThan(max)
        const digits = step.toExponential().replace(/e.*/, '')
        expect(['1', '2', '5']).toContain(digits)
        if (isCounted) expect(step).toBeGreaterThanOrEqual(1)
      }),
      runs(500, 20_000),
    )
  })
})

describe('marks of an axis', () => {
  it('stand evenly up to the last, no more of them than fit, and none without words but beside the last', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2000 }), fc.integer({ min: 2, max: 12 }), (count, room) => {
        const labels = marked(count, room)
        expect(labels[0]).toEqual({ index: 0, isNamed: true })
        expect(labels.at(-1)).toEqual({ index: count - 1, isNamed: true })
        expect(labels.length).toBeLessThanOrEqual(room)
        const gaps = labels.slice(1).map(({ index }, nth) => index - labels[nth]!.index)
        expect(new Set(gaps.slice(0, -1)).size).toBeLessThanOrEqual(1)
        expect(gaps.at(-1)!).toBeLessThanOrEqual(gaps[0]!)
        expect(Math.min(...gaps)).toBeGreaterThan(0)
        expect(labels.slice(0, -2).every(({ isNamed }) => isNamed)).toBe(true)
      }),
      runs(500, 20_000),
    )
    const named = (count: number, room: number) =>
      marked(count, room).flatMap(({ index, isNamed }) => (isNamed ? [index] : []))
    expect(marked(0, 5)).toEqual([])
    expect(named(1, 5)).toEqual([0])
    expect(named(30, 8)).toEqual([0, 5, 10, 15, 20, 25, 29])
    expect(named(18, 7)).toEqual([0, 3, 6, 9, 12, 17])
    expect(marked(18, 7).map(({ index }) => index)).toEqual([0, 3, 6, 9, 12, 15, 17])
  })
})

describe('places', () => {
  it('are found again where they are drawn', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }).chain((count) => fc.tuple(fc.constant(count), fc.nat(count - 1))),
        ([count, index]) => {
          expect(placeAt(acrossOf(index, count) / 100, count)).toBe(index)
        },
      ),
      runs(300, 5_000),
    )
    expect(placeAt(-3, 5)).toBe(0)
    expect(placeAt(3, 5)).toBe(4)
  })
})

describe('lines', () => {
  const point = fc.record({
    value: fc.option(fc.integer({ min: 0, max: 100 })),
    compared: fc.option(fc.integer({ min: 0, max: 100 })),
    partial: fc.boolean(),
  })

  it('join every two values beside each other once: dotted from and to what is partial, else whole', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), (points) => {
        const series = seriesOf(points)
        const joins = (column: 'whole' | 'dotted', index: number) =>
          series[index - 1]![column] !== null && series[index]![column] !== null
        points.slice(1).forEach((here, n) => {
          const before = points[n]!
          const isKnown = before.value !== null && here.value !== null
          const isPartial = before.partial || here.partial
          expect(joins('whole', n + 1)).toBe(isKnown && !isPartial)
          if (isPartial) expect(joins('dotted', n + 1)).toBe(isKnown)
        })
        expect(series.map(({ compared }) => compared)).toEqual(points.map(({ compared }) => compared))
        for (const [at, { whole, dotted }] of series.entries())
          for (const drawn of [whole, dotted]) expect([null, points[at]!.value]).toContain(drawn)
      }),
      runs(300, 5_000),
    )
  })

  it('leave a value between two gaps as a dot', () =>
    expect(seriesOf([{ value: 5, compared: null, partial: true }])).toMatchObject([{ whole: 5 }]))
})
