import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '#/test/runs.ts'
import { acrossOf } from '#/ui/chart/plot.ts'
import { linePaths } from './small-line.tsx'

describe('the small line', () => {
  it('goes through every value, dotted at what is partial, with gaps where there is none', () => {
    const paths = linePaths(
      [{ value: 0 }, { value: 5 }, { value: null }, { value: 10, partial: true }, { value: 10 }],
      10,
    )
    expect(paths).toEqual({ line: 'M0 100 25 50', dotted: 'M75 0 100 0' })
    expect(linePaths([{ value: 5 }], 10)).toEqual({ line: 'M50 50h0', dotted: '' })
    expect(linePaths([{ value: 5 }, { value: null }], 10).line).toBe('M0 50h0')
    expect(linePaths([], 10)).toEqual({ line: '', dotted: '' })
  })

  it('draws every value exactly once or twice, and none that is not there', () => {
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
})
