import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { COUNTED, figureOf, METRIC_IDS, METRICS, sumTallies, type Tally } from './metrics.ts'

describe('what is counted', () => {
  test('missed calls are statuses 1 and 3 to 7, calls 1 to 7 and 17, each asked for once', () => {
    expect(COUNTED.missed.map(({ status_filter }) => status_filter)).toEqual([
      'CANCEL',
      'NOANSWER',
      'BUSY',
      'CONGESTION',
      'CHANUNAVAIL',
      'TMP_UNAVAILABLE',
    ])
    expect(COUNTED.calls).toEqual([
      ...COUNTED.missed,
      { status_filter: 'ANSWER' },
      { status_filter: 'USER_CALL' },
    ])
  })
  test('every metric says in both languages what it is', () => {
    for (const id of METRIC_IDS) {
      const { name, definition, formula, exclusions } = METRICS[id]
      for (const { en, ru } of [name, definition, formula, ...(exclusions ? [exclusions] : [])]) {
        expect(en).toMatch(/[a-z]/)
        expect(ru).toMatch(/[а-я]/)
      }
    }
  })
})

describe('figures', () => {
  test('a share of nothing is no figure, a count of nothing is 0', () => {
    expect(figureOf({ part: 0, whole: 0 })).toBeNull()
    expect(figureOf({ part: 0, whole: null })).toBe(0)
    expect(figureOf({ part: 1, whole: 4 })).toBe(0.25)
  })
  test('shares are summed by their parts, not averaged', () => {
    const sum = sumTallies([
      { part: 1, whole: 2 },
      { part: 0, whole: 98 },
    ])
    expect(figureOf(sum)).toBe(0.01)
  })
  test('a sum is the same in any order and grouping, and lies between the smallest and the largest share', () => {
    const share = fc
      .tuple(fc.nat({ max: 1e6 }), fc.nat({ max: 1e6 }))
      .map(([part, rest]): Tally => ({ part, whole: part + rest }))
    fc.assert(
      fc.property(fc.array(share, { minLength: 1 }), fc.nat(), (tallies, at) => {
        const cut = at % tallies.length
        const total = sumTallies(tallies)
        expect(sumTallies(tallies.toReversed())).toEqual(total)
        expect(sumTallies([sumTallies(tallies.slice(cut)), sumTallies(tallies.slice(0, cut))]).part).toBe(
          total.part,
        )
        const figures = tallies.map(figureOf).filter((figure) => figure !== null)
        const figure = figureOf(total)
        if (figure === null) {
          expect(figures).toEqual([])
          return
        }
        expect(figure).toBeGreaterThanOrEqual(Math.min(...figures) - 1e-12)
        expect(figure).toBeLessThanOrEqual(Math.max(...figures) + 1e-12)
      }),
      runs(200, 10_000),
    )
  })
})
