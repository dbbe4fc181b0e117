import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysIn, isDay, type DayRange } from '#/contract/day.ts'
import { PERIOD_PRESETS } from '#/contract/preferences.ts'
import { runs } from '#/test/runs.ts'
import { presetRange, presetsOf, shiftRange } from './period.ts'

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const range = fc
  .tuple(day, fc.integer({ min: 0, max: 800 }))
  .map(([from, length]): DayRange => ({ from, to: addDays(from, length) }))
const all = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, property), runs(300, 20_000))

describe('presets', () => {
  test('are whole days, begin before they end, and end today at the latest', () =>
    all(fc.tuple(fc.constantFrom(...PERIOD_PRESETS), day), ([preset, today]) => {
      const { from, to } = presetRange(preset, today)
      expect(isDay(from) && isDay(to)).toBe(true)
      expect(from <= to && to <= today).toBe(true)
    }))

  test('of this hold today; of last end the day before this begins', () =>
    all(day, (today) => {
      for (const unit of ['week', 'month', 'quarter', 'year'] as const) {
        const current = presetRange(`this_${unit}`, today)
        expect(current.to).toBe(today)
        expect(presetRange(`last_${unit}`, today).to).toBe(addDays(current.from, -1))
      }
    }))

  test('are found again by their days, the plainest first', () => {
    all(fc.tuple(fc.constantFrom(...PERIOD_PRESETS), day), ([preset, today]) => {
      expect(presetsOf(presetRange(preset, today), today)).toContain(preset)
    })
    expect(presetsOf({ from: '2026-11-01', to: '2026-11-07' }, '2026-11-07')).toEqual([
      'last_7_days',
      'this_month',
    ])
    expect(presetsOf({ from: '2026-11-02', to: '2026-11-07' }, '2026-11-20')).toEqual([])
  })

  test.each([
    ['this_week', '2026-11-16', '2026-11-20'],
    ['last_week', '2026-11-09', '2026-11-15'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_quarter', '2026-10-01', '2026-11-20'],
    ['last_quarter', '2026-07-01', '2026-09-30'],
    ['last_year', '2025-01-01', '2025-12-31'],
    ['last_7_days', '2026-11-14', '2026-11-20'],
    ['last_30_days', '2026-10-22', '2026-11-20'],
    ['this_month', '2026-11-01', '2026-11-20'],
    ['this_year', '2026-01-01', '2026-11-20'],
    ['all', '2024-11-21', '2026-11-20'],
  ] as const)('%s on Friday, November 20, 2026 is %s to %s', (preset, from, to) =>
    expect(presetRange(preset, '2026-11-20')).toEqual({ from, to }),
  )
})

test('in January the last month is of the year before; on Sunday the week is the one that goes on', () => {
  expect(presetRange('last_month', '2027-01-03')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(presetRange('last_week', '2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
  expect(presetRange('last_week', '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
})

test.each([
  ['this_week', '2026-11-30', '2026-11-30', '2026-11-30'],
  ['this_week', '2027-01-03', '2026-12-28', '2027-01-03'],
  ['this_month', '2026-12-01', '2026-12-01', '2026-12-01'],
  ['last_month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ['this_quarter', '2026-09-30', '2026-07-01', '2026-09-30'],
  ['this_quarter', '2026-10-01', '2026-10-01', '2026-10-01'],
  ['this_year', '2026-12-31', '2026-01-01', '2026-12-31'],
  ['this_year', '2027-01-01', '2027-01-01', '2027-01-01'],
  ['yesterday', '2027-01-01', '2026-12-31', '2026-12-31'],
] as const)('%s on %s, at the edge of the calendar, is %s to %s', (preset, today, from, to) =>
  expect(presetRange(preset, today)).toEqual({ from, to }),
)

describe('the neighbouring period', () => {
  test('has as many days as this one, or is the next unit of the calendar; it touches this one', () =>
    all(fc.tuple(range, day), ([now, today]) => {
      const before = shiftRange(now, -1, today)!
      expect(before.to).toBe(addDays(now.from, -1))
      expect(before.from <= before.to).toBe(true)
      if (presetsOf(now, today).length === 0 && !areFullMonths(now)) expect(daysIn(before)).toBe(daysIn(now))
    }))

  test('never ends after today, and there is none after a period that reaches today', () =>
    all(fc.tuple(range, day), ([now, today]) => {
      const next = shiftRange(now, 1, today)
      if (now.to >= today) expect(next).toBeNull()
      else {
        expect(next!.to <= today).toBe(true)
        expect(next!.to > now.to).toBe(true)
        expect(next!.from <= next!.to).toBe(true)
      }
    }))

  test('of the neighbour is this one again, while neither has to end early', () =>
    all(range, (now) => {
      const today = '2200-01-01'
      for (const steps of [-1, 1] as const) {
        const neighbour = shiftRange(now, steps, today)!
        // A neighbour of whole months continues by whole months.
        if (areFullMonths(neighbour) && !areFullMonths(now)) continue
        expect(shiftRange(neighbour, steps === 1 ? -1 : 1, today)).toEqual(now)
      }
    }))

  test('of whole months is as many whole months', () =>
    all(
      fc.tuple(fc.integer({ min: 1990, max: 2090 }), fc.nat(11), fc.integer({ min: 1, max: 30 })),
      ([year, month, count]) => {
        const first = (offset: number) =>
          new Date(Date.UTC(year, month + offset, 1)).toISOString().slice(0, 10)
        const now = { from: first(0), to: addDays(first(count), -1) }
        const today = '2200-01-01'
        expect(shiftRange(now, -1, today)).toEqual({ from: first(-count), to: addDays(now.from, -1) })
        expect(shiftRange(now, 1, today)).toEqual({ from: first(count), to: addDays(first(2 * count), -1) })
      },
    ))

  test.each(['week', 'month', 'quarter', 'year'] as const)('of this %s is the last one, and back', (unit) =>
    all(day, (today) => {
      const current = presetRange(`this_${unit}`, today)
      const last = presetRange(`last_${unit}`, today)
      expect(shiftRange(last, 1, today)).toEqual(current)
      // Where units begin on the same day, the simpler preset comes first.
      if (presetsOf(current, today)[0] === `this_${unit}`)
        expect(shiftRange(current, -1, today)).toEqual(last)
    }),
  )

  test('goes over the ends of years and leap days, and not beyond the calendar', () => {
    const today = '2026-11-20'
    expect(shiftRange({ from: '2024-03-01', to: '2024-03-31' }, -1, today)).toEqual({
      from: '2024-02-01',
      to: '2024-02-29',
    })
    expect(shiftRange({ from: '2025-01-01', to: '2025-03-31' }, -1, today)).toEqual({
      from: '2024-10-01',
      to: '2024-12-31',
    })
    expect(shiftRange({ from: '2026-11-12', to: '2026-11-17' }, 1, today)).toEqual({
      from: '2026-11-15',
      to: today,
    })
    expect(shiftRange({ from: '0000-01-05', to: '0000-03-17' }, -1, today)).toBeNull()
  })
})

const areFullMonths = ({ from, to }: DayRange) => from.endsWith('-01') && addDays(to, 1).endsWith('-01')
