import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY, wallDayNumber, MINUTE, timestamp, weekday, zoneOf } from './calendar.ts'

const FROM = Date.parse('2025-09-01T00:00:00Z')
const TO = Date.parse('2026-11-20T00:00:00Z')
const instants = fc.integer({ min: FROM / MINUTE, max: TO / MINUTE }).map((minute) => minute * MINUTE)

describe.each([
  'Europe/Moscow',
  'Asia/Yekaterinburg',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/St_Johns',
])('fault-zones: zone %s', (timeZone) => {
  const zone = zoneOf(timeZone)

  test('has the offset that Intl has', () => {
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    fc.assert(
      fc.property(instants, (instant) => {
        const wallClock = new Date(instant + zone.offsetAt(instant) * MINUTE).toISOString()
        expect(wallClock.slice(0, 19).replace('T', ' ')).toBe(local.format(instant))
      }),
      { numRuns: 200 },
    )
  })

  test('finds an instant that shows the wall clock, but for the hour that a change of clocks skips or doubles', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        const wallClock = instant + zone.offsetAt(instant) * MINUTE
        const found = zone.instantAt(wallClock)
        const isDoubled =
          zone.offsetAt(instant - 2 * 60 * MINUTE) !== zone.offsetAt(instant + 2 * 60 * MINUTE)
        if (!isDoubled) expect(found).toBe(instant)
      }),
      { numRuns: 200 },
    )
  })
})

test('timestamps show the wall clock and its offset', () => {
  const instant = Date.parse('2026-11-20T11:06:05Z')
  expect(timestamp(instant, 180)).toBe('2026-11-20T14:06:05+03:00')
  expect(timestamp(instant, -210)).toBe('2026-11-20T07:36:05-03:30')
  expect(weekday(wallDayNumber(instant))).toBe(4)
  expect(weekday(wallDayNumber(instant - 4 * DAY))).toBe(0)
})
