import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { acrossOf, labelled, linePaths, placeAt, roundTicks, seriesOf } from './plot.ts'

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

describe('labels of an axis', () => {
  it('name the first and the last, fit, and never crowd', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 2000 }), fc.integer({ min: 2, max: 12 }), (count, room) => {
        const indexes = labelled(count, room)
        expect(indexes[0]).toBe(0)
        expect(indexes.at(-1)).toBe(count - 1)
        expect(indexes.length).toBeLessThanOrEqual(room)
        const gaps = indexes.slice(1).map((index, n) => index - indexes[n]!)
        expect(Math.min(...gaps)).toBe(gaps[0])
        expect(gaps[0]).toBeGreaterThan(0)
      }),
      runs(500, 20_000),
    )
    expect(labelled(0, 5)).toEqual([])
    expect(labelled(1, 5)).toEqual([0])
    expect(labelled(20, 7)).toEqual([0, 4, 8, 12, 19])
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
  it('go through every value, dotted at what is partial, with gaps where there is none', () => {
    const paths = linePaths(
      [{ value: 0 }, { value: 5 }, { value: null }, { value: 10, partial: true }, { value: 10 }],
      10,
    )
    expect(paths).toEqual({ line: 'M0 100 25 50', area: 'M0 100 0 100 25 50 25 100Z', dotted: 'M75 0 100 0' })
    expect(linePaths([{ value: 5 }], 10)).toEqual({ line: 'M50 50h0', area: '', dotted: '' })
    expect(linePaths([{ value: 5 }, { value: null }], 10).line).toBe('M0 50h0')
    expect(linePaths([], 10)).toEqual({ line: '', area: '', dotted: '' })
  })

  it('draw every value exactly once or twice, and none that is not there', () => {
    const point = fc.record({
      value: fc.option(fc.integer({ min: 0, max: 100 })),
      partial: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), (points) => {
        const { line, dotted } = linePaths(points, 100)
        const drawn = `${line} ${dotted}`
        points.forEach(({ value }, index) => {
          const across = Number(acrossOf(index, points.length).toFixed(3))
          const isThere = new RegExp(`(?:^|[M ])${across} ${100 - (value ?? 0)}(?:$|[Mh ])`).test(drawn)
          if (value !== null) expect(isThere).toBe(true)
        })
        expect(drawn).not.toMatch(/NaN|null|undefined/)
      }),
      runs(300, 5_000),
    )
  })

  it('are the same as columns: what they join, and how', () => {
    const point = fc.record({
      value: fc.option(fc.integer({ min: 0, max: 100 })),
      compared: fc.option(fc.integer({ min: 0, max: 100 })),
      partial: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), (points) => {
        const series = seriesOf(points)
        const { line, dotted } = linePaths(points, 100)
        const joined = (path: string, index: number) => {
          const at = (place: number) =>
            `${Number(acrossOf(place, points.length).toFixed(3))} ${100 - (points[place]!.value ?? 0)}`
          return new RegExp(`(?:^|[M ])${at(index - 1)} ${at(index)}(?:$|[Mh ])`).test(path)
        }
        const both = (column: 'whole' | 'dotted', index: number) =>
          series[index - 1]![column] !== null && series[index]![column] !== null
        points.slice(1).forEach((_, n) => {
          expect(both('whole', n + 1)).toBe(joined(line, n + 1))
          if (!both('whole', n + 1)) expect(both('dotted', n + 1)).toBe(joined(dotted, n + 1))
        })
        expect(series.map(({ compared }) => compared)).toEqual(points.map(({ compared }) => compared))
        expect(series.filter(({ isLonely }) => isLonely)).toHaveLength(line.split('h0').length - 1)
      }),
      runs(300, 5_000),
    )
  })
})
