import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '#/test/runs.ts'
import {
  addDays,
  DAY_MS,
  dayAt,
  dayNumber,
  daysBetween,
  daysIn,
  dayText,
  isDay,
  MINUTE_MS,
  momentAt,
  monthStart,
  NO_DAY,
  weekdayOf,
  weekStart,
  instantOf,
} from './day.ts'

const day = fc
  .date({ min: new Date('1600-01-01'), max: new Date('2400-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const days = fc.integer({ min: -100_000, max: 100_000 })
const all = <T>(arbitrary: fc.Arbitrary<T>, property: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, property), runs(300, 20_000))

describe('days', () => {
  test('are added and counted, back and forth', () =>
    all(fc.tuple(day, days), ([from, count]) => {
      const to = addDays(from, count)
      expect(isDay(to)).toBe(true)
      expect(daysBetween(from, to)).toBe(count)
      expect(addDays(to, -count)).toBe(from)
      expect(to > from).toBe(count > 0)
      if (count >= 0) expect(daysIn({ from, to })).toBe(count + 1)
    }))

  test('are numbers and back from 1970 to 2149, and nothing else', () => {
    all(fc.integer({ min: 0, max: NO_DAY - 1 }), (number) => {
      expect(dayNumber(dayText(number))).toBe(number)
      expect(isDay(dayText(number))).toBe(true)
      expect(daysBetween('1970-01-01', dayText(number))).toBe(number)
    })
    expect(dayNumber('2026-11-20')).toBe(20_777)
    for (const none of ['1969-12-31', '2149-06-06', 'soon', '', '2026-13-01'])
      expect(dayNumber(none)).toBe(NO_DAY)
  })

  test('exist or do not', () => {
    for (const real of ['2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])
      expect(isDay(real)).toBe(true)
    for (const unreal of [
      '2023-02-29',
      '1900-02-29',
      '2026-04-31',
      '2026-00-10',
      '2026-1-1',
      '2026-11-20T00:00',
      ' 2026-11-20',
      '+012026-11-20',
    ])
      expect(isDay(unreal)).toBe(false)
  })
})

test('a moment is the same however its offset is written', () => {
  const at = Date.parse('2026-11-26T11:03:05Z')
  for (const date of [
    '2026-11-26T14:03:05+03:00',
    '2026-11-26T14:03:05+03',
    '2026-11-26T14:03:05+0300',
    '2026-11-26 14:03:05+03',
    '2026-11-26T07:33:05-03:30',
    '2026-11-26T11:03:05Z',
  ])
    expect([date, instantOf(date)]).toEqual([date, at])
  expect(instantOf('2026-11-26T14:03:05,5+03')).toBe(at + 500)
  for (const date of ['26.11.2026 14:03:05', '1764155000', 'yesterday', '', null, 5])
    expect(instantOf(date)).toBeNull()
})

describe('weeks and months', () => {
  test('a week begins on the Monday on or before a day', () => {
    all(day, (any) => {
      const monday = weekStart(any)
      expect(new Date(`${monday}T00:00:00Z`).getUTCDay()).toBe(1)
      expect(daysBetween(monday, any)).toBeGreaterThanOrEqual(0)
      expect(daysBetween(monday, any)).toBeLessThan(7)
    })
    expect(weekdayOf(dayNumber('2026-11-16'))).toBe(0)
    expect(weekdayOf(dayNumber('2026-11-22'))).toBe(6)
    expect(weekdayOf(-1)).toBe(2)
  })

  test('months lie end to end, 28 to 31 days long, however many are gone at once', () =>
    all(fc.tuple(day, fc.integer({ min: -3000, max: 3000 })), ([any, months]) => {
      const first = monthStart(any)
      expect(first).toBe(`${any.slice(0, 8)}01`)
      const there = monthStart(any, months)
      expect(there.endsWith('-01')).toBe(true)
      expect(monthStart(there, -months)).toBe(first)
      const length = daysBetween(there, monthStart(there, 1))
      expect(length).toBeGreaterThanOrEqual(28)
      expect(length).toBeLessThanOrEqual(31)
      const monthsOf = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7))
      expect(monthsOf(there) - monthsOf(first)).toBe(months)
    }))
})

describe('what a clock shows', () => {
  test('the day is that of the contacts, not of UTC', () => {
    const now = Date.parse('2026-11-20T21:30:00Z')
    expect(dayAt(now, 180)).toBe('2026-11-21')
    expect(dayAt(now, 0)).toBe('2026-11-20')
    expect(dayAt(now, -720)).toBe('2026-11-20')
    expect(dayAt(now, 840)).toBe('2026-11-21')
    expect(momentAt(now, 180)).toEqual({ day: '2026-11-21', minute: 30 })
  })

  test('day and minute are the instant again, before 1970 too', () =>
    all(
      fc.tuple(fc.integer({ min: -4e12, max: 4e12 }), fc.integer({ min: -720, max: 840 })),
      ([instant, offset]) => {
        const { day: shown, minute } = momentAt(instant, offset)
        expect(shown).toBe(dayAt(instant, offset))
        expect(minute).toBeGreaterThanOrEqual(0)
        expect(minute).toBeLessThan(1440)
        const minutes = (daysBetween('1970-01-01', shown) * DAY_MS) / MINUTE_MS + minute
        expect(minutes - offset).toBe(Math.floor(instant / MINUTE_MS))
      },
    ))

  test('without an offset it is the clock of this device', () => {
    const instant = Date.parse('2026-11-20T21:30:00Z')
    expect(momentAt(instant, null)).toEqual(momentAt(instant, -new Date(instant).getTimezoneOffset()))
  })
})
