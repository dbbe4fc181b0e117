/// <reference lib="esnext.temporal" />
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#/contract/day.ts'
import { offsetIn } from '#/server/schedule/due.ts'
import { runs } from '#/test/runs.ts'
import { quietUntil } from './quiet-hours.ts'

const minutes = (instant: string) => Temporal.Instant.from(instant).epochMilliseconds / MINUTE_MS
/** A zone's wall clock. */
const shown = (zone: string, moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment * MINUTE_MS)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })
const until = (zone: string, instant: string, from: string, to: string) => {
  const [start, end] = [from, to].map((clock) => {
    const { hour, minute } = Temporal.PlainTime.from(clock)
    return hour * 60 + minute
  })
  const moment = minutes(instant)
  const offset = offsetIn(zone, moment * MINUTE_MS)
  return shown(zone, quietUntil({ from: start!, to: end! }, moment, offset, zone))
}

test('a night in which the clock changes ends when the clock shows its end', () => {
  // Set back at 03:00, and forward at 02:00.
  expect(until('Europe/Berlin', '2026-10-24T21:00Z', '22:00', '08:00')).toBe('2026-10-25T08:00')
  expect(until('Europe/Berlin', '2026-03-28T22:00Z', '22:00', '08:00')).toBe('2026-03-29T08:00')
  expect(until('America/New_York', '2026-11-01T03:00Z', '22:00', '08:00')).toBe('2026-11-01T08:00')
  // Zones of half hours; Lord Howe changes by half an hour.
  expect(until('Australia/Adelaide', '2026-10-03T13:00Z', '22:00', '08:00')).toBe('2026-10-04T08:00')
  expect(until('America/St_Johns', '2026-11-01T02:00Z', '22:00', '07:30')).toBe('2026-11-01T07:30')
  expect(until('Australia/Lord_Howe', '2026-04-04T12:00Z', '22:00', '08:00')).toBe('2026-04-05T08:00')
  // The end itself is skipped: it is over once the clock is past it.
  expect(until('Europe/Berlin', '2026-03-28T22:00Z', '22:00', '02:30')).toBe('2026-03-29T03:00')
  // One never changes, the other not tonight.
  expect(until('Asia/Kathmandu', '2026-10-24T20:00Z', '22:00', '08:00')).toBe('2026-10-25T08:00')
  expect(until('Europe/Berlin', '2026-10-22T21:00Z', '22:00', '08:00')).toBe('2026-10-23T08:00')
})

test('an object of another clock than the alert’s does not change with it', () => {
  const moment = minutes('2026-10-24T21:00Z')
  const end = quietUntil({ from: 1320, to: 480 }, moment, 180, 'Europe/Berlin')
  expect(shown('+03:00', end)).toBe('2026-10-25T08:00')
})

const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Europe/Moscow',
]
const minuteOfDay = fc.integer({ min: 0, max: 1439 })

test('whatever the clock does, nothing goes out in its quiet hours, and nothing later than at their end', () => {
  const near = fc.constantFrom(...ZONES).chain((zone) => {
    const start = Temporal.Instant.from('2026-01-01T00:00Z').toZonedDateTimeISO(zone)
    const change = start.getTimeZoneTransition('next')
    const other = change?.getTimeZoneTransition('next')
    const around = (change && other ? [change, other] : [start]).map(
      ({ epochMilliseconds }) => epochMilliseconds / MINUTE_MS,
    )
    return fc.tuple(fc.constant(zone), fc.constantFrom(...around), fc.integer({ min: -2 * 1440, max: 1440 }))
  })
  fc.assert(
    fc.property(near, minuteOfDay, minuteOfDay, ([zone, change, away], from, to) => {
      fc.pre(from !== to)
      const moment = Math.floor(change) + away
      const isQuietAt = (at: number) => {
        const { hour, minute } = Temporal.PlainDateTime.from(shown(zone, at))
        const now = hour * 60 + minute
        return from < to ? now >= from && now < to : now >= from || now < to
      }
      const end = quietUntil({ from, to }, moment, offsetIn(zone, moment * MINUTE_MS), zone)
      expect(isQuietAt(end)).toBe(false)
      if (end > moment) for (const at of [moment, end - 1]) expect(isQuietAt(at)).toBe(true)
    }),
    runs(300, 5_000),
  )
})
