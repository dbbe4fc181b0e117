import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import { addDays, dayNumber, daysIn, dayText, type DayRange } from '#/contract/day.ts'
import { comparedDaysOf, comparisonOf, facedDay, monthsBetween, sameDay, usualComparison } from './compare.ts'

const weekday = (day: string) => new Date(day).getUTCDay()
const dayArbitrary = fc.integer({ min: 0, max: 4000 }).map((start) => addDays('2020-01-01', start))
const range = fc
  .tuple(dayArbitrary, fc.integer({ min: 1, max: 800 }))
  .map(([from, days]) => ({ from, to: addDays(from, days - 1) }))
const by = fc.constantFrom('previous', 'months', 'year')
const FAR = '2100-01-01'

const compared = (from: string, to: string, name: 'previous' | 'months' | 'year', today = FAR) => {
  const days = comparedDaysOf({ from, to }, name, { matchesWeekdays: false, today })
  return days && `${days.from} ${days.to}`
}
const matched = (from: string, to: string, name: 'previous' | 'months' | 'year') => {
  const days = comparedDaysOf({ from, to }, name, { matchesWeekdays: true, today: FAR })
  return days && `${days.from} ${days.to}`
}

describe('the days a period is compared with', () => {
  test.each([
    ['one day', '2026-11-20', '2026-11-20', '2026-11-19 2026-11-19'],
    ['six days', '2026-11-15', '2026-11-20', '2026-11-09 2026-11-14'],
    ['eight days', '2026-11-13', '2026-11-20', '2026-11-05 2026-11-12'],
    ['a month, with no days in neither', '2026-10-01', '2026-10-31', '2026-08-31 2026-09-30'],
    ['over the end of a year', '2027-01-01', '2027-01-31', '2026-12-01 2026-12-31'],
    ['over a leap day', '2028-03-01', '2028-03-07', '2028-02-23 2028-02-29'],
  ])('the previous period: %s', (_, from, to, days) => expect(compared(from, to, 'previous')).toBe(days))

  test.each([
    ['a month that has begun', '2026-11-01', '2026-11-22', '2026-10-01 2026-10-22'],
    ['a whole month faces a longer one', '2026-09-01', '2026-09-30', '2026-08-01 2026-08-31'],
    ['and a shorter one', '2026-10-01', '2026-10-31', '2026-09-01 2026-09-30'],
    ['February of a leap year', '2028-03-01', '2028-03-31', '2028-02-01 2028-02-29'],
    ['January is before February', '2026-02-01', '2026-02-28', '2026-01-01 2026-01-31'],
    ['no such numbers', '2026-03-29', '2026-03-31', '2026-02-28 2026-02-28'],
    ['December is before January', '2027-01-05', '2027-01-09', '2026-12-05 2026-12-09'],
    ['thirty days over two months', '2026-10-24', '2026-11-22', '2026-09-24 2026-10-22'],
    ['a quarter faces a quarter', '2026-07-01', '2026-09-30', '2026-04-01 2026-06-30'],
    ['that has begun', '2026-10-01', '2026-11-22', '2026-07-01 2026-08-22'],
    ['a year that has begun', '2026-01-01', '2026-11-22', '2025-01-01 2025-11-22'],
    ['two months and a half', '2026-08-10', '2026-10-20', '2026-05-10 2026-07-20'],
  ])('the same days last month: %s', (_, from, to, days) => expect(compared(from, to, 'months')).toBe(days))

  test.each([
    ['the same dates', '2026-10-24', '2026-11-22', '2025-10-24 2025-11-22'],
    ['a leap day faces the last of February', '2028-02-29', '2028-02-29', '2027-02-28 2027-02-28'],
    ['a whole February faces a longer one', '2029-02-01', '2029-02-28', '2028-02-01 2028-02-29'],
  ])('the year before: %s', (_, from, to, days) => expect(compared(from, to, 'year')).toBe(days))

  test('a month on its last day faces the days that have passed, and from the next day on a whole month', () => {
    expect(compared('2026-11-01', '2026-11-30', 'months', '2026-11-30')).toBe('2026-10-01 2026-10-30')
    expect(compared('2026-11-01', '2026-11-30', 'months', '2026-12-01')).toBe('2026-10-01 2026-10-31')
  })

  test('matching weekdays moves by whole weeks: yesterday faces a week ago, October August 27 – September 26', () => {
    expect(matched('2026-11-20', '2026-11-20', 'previous')).toBe('2026-11-13 2026-11-13')
    expect(matched('2026-10-01', '2026-10-31', 'previous')).toBe('2026-08-27 2026-09-26')
    expect(matched('2026-11-01', '2026-11-22', 'months')).toBe('2026-10-04 2026-10-25')
    expect(matched('2026-11-01', '2026-11-22', 'year')).toBe('2025-11-02 2025-11-23')
  })

  test('lie before the period, hold no day of it, and are as many or whole months', () =>
    fc.assert(
      fc.property(range, by, fc.boolean(), (period, name, matchesWeekdays) => {
        const before = comparedDaysOf(period, name, { matchesWeekdays, today: FAR })!
        expect(before.from <= before.to && before.from < period.from).toBe(true)
        // A leap year overlaps with the year before.
        if (name !== 'year' || daysIn(period) <= 364) expect(before.to < period.from).toBe(true)
        if (matchesWeekdays) {
          expect(daysIn(before)).toBe(daysIn(period))
          expect(weekday(before.from)).toBe(weekday(period.from))
        } else if (name === 'previous') {
          expect(before.to).toBe(addDays(period.from, -1))
          expect(daysIn(before)).toBe(daysIn(period))
        } else {
          const sameNumber = before.from.slice(-2) === period.from.slice(-2)
          expect(sameNumber || addDays(before.from, 1).endsWith('-01')).toBe(true)
        }
      }),
      runs(500, 20_000),
    ))

  test('whole months that are over face as many whole months', () =>
    fc.assert(
      fc.property(fc.nat(200), fc.integer({ min: 1, max: 14 }), (start, months) => {
        const first = (offset: number) =>
          new Date(Date.UTC(2015, start + offset, 1)).toISOString().slice(0, 10)
        const period = { from: first(0), to: addDays(first(months), -1) }
        for (const name of ['months', 'year'] as const) {
          const back = monthsBetween(period, name)!
          expect(back).toBeGreaterThanOrEqual(name === 'year' ? 12 : months)
          expect(comparedDaysOf(period, name, { matchesWeekdays: false, today: FAR })).toEqual({
            from: first(-back),
            to: addDays(first(months - back), -1),
          })
        }
      }),
      runs(300, 10_000),
    ))

  test('do not depend on the zone of the device or on its change of clocks', () => {
    const zone = process.env['TZ']
    const ranges: readonly DayRange[] = [
      { from: '2026-03-01', to: '2026-03-31' },
      { from: '2026-10-24', to: '2026-11-01' },
    ]
    const all = () =>
      ranges.flatMap((one) =>
        (['previous', 'months', 'year'] as const).map((name) => compared(one.from, one.to, name)),
      )
    try {
      process.env['TZ'] = 'UTC'
      const inUtc = all()
      for (const other of ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Vladivostok']) {
        process.env['TZ'] = other
        expect(all()).toEqual(inUtc)
      }
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test('are none where no calendar goes', () => {
    expect(compared('0000-01-05', '0000-03-17', 'previous')).toBeNull()
    expect(compared('0000-01-05', '0000-03-17', 'months')).toBeNull()
    expect(compared('0000-01-01', '0000-01-31', 'year')).toBeNull()
  })
})

describe('days face each other', () => {
  const facing = (from: string, comparedFrom: string, months: number | null) => ({
    first: dayNumber(from),
    comparedFirst: dayNumber(comparedFrom),
    months,
  })
  test('in their order', () => {
    const inOrder = facing('2026-11-01', '2026-10-10', null)
    expect(dayText(facedDay(dayNumber('2026-11-22'), inOrder))).toBe('2026-10-31')
    expect(sameDay(dayNumber('2026-11-22'), inOrder)).toBe(dayNumber('2026-10-31'))
  })
  test('by their number, and what their month has not is faced by its last day and by none', () => {
    const byMonth = facing('2026-10-24', '2026-09-24', 1)
    expect(dayText(facedDay(dayNumber('2026-11-22'), byMonth))).toBe('2026-10-22')
    expect(dayText(facedDay(dayNumber('2026-10-31'), byMonth))).toBe('2026-09-30')
    expect(sameDay(dayNumber('2026-10-31'), byMonth)).toBeNull()
    expect(sameDay(dayNumber('2026-11-01'), byMonth)).toBe(dayNumber('2026-10-01'))
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
  test('days of another length are compared with all of theirs', () => {
    const september = { from: '2026-09-01', to: '2026-09-30' }
    const october = { from: '2026-10-01', to: '2026-10-31' }
    expect(comparisonOf(october, today, () => september)).toEqual({
      current: october,
      previous: september,
      isCut: false,
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

test('months that are over are compared with as many before, other days with those just before', () => {
  const comparedOf = (from: string, to: string, today = '2026-11-20') =>
    comparedDaysOf({ from, to }, usualComparison({ from, to }, today), { matchesWeekdays: false, today })
  expect(comparedOf('2026-10-01', '2026-10-31')).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  expect(comparedOf('2026-07-01', '2026-09-30')).toEqual({ from: '2026-04-01', to: '2026-06-30' })
  expect(comparedOf('2025-01-01', '2025-12-31')).toEqual({ from: '2024-01-01', to: '2024-12-31' })
  expect(comparedOf('2026-10-05', '2026-10-11')).toEqual({ from: '2026-09-28', to: '2026-10-04' })
  // The last thirty days are no month, even when they equal one.
  expect(comparedOf('2026-11-01', '2026-11-30', '2026-11-30')).toEqual({
    from: '2026-10-02',
    to: '2026-10-31',
  })
})
