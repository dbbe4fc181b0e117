import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { addDays, daysIn } from '#/contract/day.ts'
import { comparisonOf, countsDiffer, previousPeriod, sharesDiffer } from './compare.ts'

const weekday = (day: string) => new Date(day).getUTCDay()
const range = fc
  .tuple(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 1, max: 800 }))
  .map(([start, days]) => {
    const from = addDays('2020-01-01', start)
    return { from, to: addDays(from, days - 1) }
  })

describe('previousPeriod', () => {
  test.each([
    ['one day', '2026-11-20', '2026-11-20', '2026-11-19', '2026-11-19'],
    ['six days', '2026-11-15', '2026-11-20', '2026-11-09', '2026-11-14'],
    ['a week', '2026-11-14', '2026-11-20', '2026-11-07', '2026-11-13'],
    ['eight days by two weeks', '2026-11-13', '2026-11-20', '2026-10-30', '2026-11-06'],
    ['over the end of a year', '2027-01-01', '2027-01-31', '2026-11-27', '2026-12-27'],
    ['over a leap day', '2028-03-01', '2028-03-07', '2028-02-23', '2028-02-29'],
  ])('%s', (_, from, to, previousFrom, previousTo) => {
    expect(previousPeriod({ from, to })).toEqual({ from: previousFrom, to: previousTo })
  })

  test('is as long, lies before, near, and from a week on on the same weekdays', () => {
    fc.assert(
      fc.property(range, (period) => {
        const previous = previousPeriod(period)
        expect(daysIn(previous)).toBe(daysIn(period))
        expect(previous.to < period.from).toBe(true)
        expect(daysIn({ from: previous.to, to: period.from }) - 2).toBeLessThan(7)
        if (daysIn(period) >= 7) expect(weekday(previous.from)).toBe(weekday(period.from))
      }),
      runs(200, 20_000),
    )
  })
})

describe('comparisonOf', () => {
  const today = '2026-11-20'
  test('a period that is over is compared whole', () => {
    expect(comparisonOf({ from: '2026-11-13', to: '2026-11-19' }, today)).toEqual({
      current: { from: '2026-11-13', to: '2026-11-19' },
      previous: { from: '2026-11-06', to: '2026-11-12' },
      isCut: false,
    })
  })
  test('the unfinished day is left out, and as many days are taken before', () => {
    expect(comparisonOf({ from: '2026-11-14', to: today }, today)).toEqual({
      current: { from: '2026-11-14', to: '2026-11-19' },
      previous: { from: '2026-11-08', to: '2026-11-13' },
      isCut: true,
    })
  })
  test('days to come are left out too', () => {
    expect(comparisonOf({ from: '2026-11-19', to: '2026-11-30' }, today)?.current.to).toBe('2026-11-19')
  })
  test('of today alone there is nothing to compare', () => {
    expect(comparisonOf({ from: today, to: today }, today)).toBeNull()
    expect(comparisonOf({ from: '2026-11-25', to: '2026-11-30' }, today)).toBeNull()
  })
})

describe('more than chance', () => {
  test('counts', () => {
    expect(countsDiffer(100, 120)).toBe(false)
    expect(countsDiffer(1000, 1200)).toBe(true)
    expect(countsDiffer(0, 0)).toBe(false)
    expect(countsDiffer(0, 3)).toBe(false)
  })
  test('shares', () => {
    expect(sharesDiffer({ part: 12, whole: 100 }, { part: 15, whole: 100 })).toBe(false)
    expect(sharesDiffer({ part: 120, whole: 1000 }, { part: 180, whole: 1000 })).toBe(true)
    expect(sharesDiffer({ part: 0, whole: 0 }, { part: 9, whole: 10 })).toBe(false)
    expect(sharesDiffer({ part: 10, whole: 10 }, { part: 7, whole: 7 })).toBe(false)
  })
  test('neither depends on the order', () => {
    const count = fc.nat({ max: 100_000 })
    const share = fc.tuple(count, count).map(([part, rest]) => ({ part, whole: part + rest }))
    fc.assert(
      fc.property(count, count, share, share, (a, b, c, d) => {
        expect(countsDiffer(a, b)).toBe(countsDiffer(b, a))
        expect(sharesDiffer(c, d)).toBe(sharesDiffer(d, c))
      }),
      runs(200, 20_000),
    )
  })
})
