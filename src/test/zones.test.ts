import { expect, test } from 'vitest'
import { presetRange } from '#/analytics/period.ts'
import { addDays, dayAt, dayNumber, dayText } from '#/contract/day.ts'
import { PERIOD_PRESETS } from '#/contract/preferences.ts'
import { auditFilters } from '#/features/audit/search.ts'
import { ODD_ZONES, readIn } from './zones.ts'

/*
 * Days of contacts are those of their own clocks wherever one reads them; what is of the reader, such as the audit log's
 * days, goes by the reader's clock, on days that are shorter, longer or do not exist too.
 */

const HOUR = 3_600_000
const days = (from: string, to: string) =>
  Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, nth) => dayText(dayNumber(from) + nth))
/** A year and a half with all changes of clocks; the days around the one that Samoa left out. */
const DAYS = [...days('2025-01-01', '2026-06-30'), ...days('2011-12-27', '2012-01-02')]

/** What a calendar on the wall there shows. */
const wallClockIn = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (at: number) => format.format(at)
}

test.each(ODD_ZONES)('fault-zones: a day of the reader begins and ends where it does in %s', (zone) => {
  const wallClock = wallClockIn(zone)
  readIn(zone)
  for (const day of DAYS) {
    const { since = '', until = '' } = auditFilters({ date_from: day, date_to: day })
    const [begins, ends] = [Date.parse(since), Date.parse(until)]
    // A day that the calendar leaves out holds nothing.
    const found = new Set(
      Array.from({ length: (ends - begins) / (HOUR / 2) }, (_, nth) => wallClock(begins + nth * (HOUR / 2))),
    )
    expect([...found], day).toEqual(begins === ends ? [] : [day])
    expect(wallClock(begins - 1) < day, `${day} begins`).toBe(true)
    expect(wallClock(ends) > day, `${day} ends`).toBe(true)
    for (const at of [begins, begins + HOUR, ends - 1])
      expect(dayAt(at, null), new Date(at).toISOString()).toBe(wallClock(at))
  }
})

test.each(ODD_ZONES)('fault-zones: days of contacts and periods are the same in %s as anywhere', (zone) => {
  const all = () =>
    DAYS.flatMap((day) => [
      ...PERIOD_PRESETS.map((preset) => JSON.stringify(presetRange(preset, day))),
      addDays(day, 1),
      dayAt(Date.parse(`${day}T23:30:00Z`), 180),
      dayAt(Date.parse(`${day}T00:10:00Z`), -210),
    ])
  readIn('UTC')
  const inUtc = all()
  readIn(zone)
  expect(new Date('2026-07-01T00:00:00Z').getTimezoneOffset(), 'the device is there').not.toBe(0)
  expect(all()).toEqual(inUtc)
})
