import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timingTrouble, type Timing } from '#/contract/delivery/timing.ts'
import { isZone, nextDue, skippedTime } from './due.ts'

const at = (text: string) => Date.parse(text)
const next = (when: Timing, zone: string, after: string) =>
  new Date(nextDue(when, zone, at(after))).toISOString()

describe('the next due time', () => {
  test.each<[Timing, string, string, string]>([
    [{ every: 'day', at: '09:00' }, 'Europe/Moscow', '2026-11-20T05:59:59Z', '2026-11-20T06:00:00.000Z'],
    [{ every: 'day', at: '09:00' }, 'Europe/Moscow', '2026-11-20T06:00:00Z', '2026-11-21T06:00:00.000Z'],
    // Already Saturday there.
    [
      { every: 'week', weekday: 6, at: '00:30' },
      'Asia/Vladivostok',
      '2026-11-20T14:00:00Z',
      '2026-11-20T14:30:00.000Z',
    ],
    [
      { every: 'month', day: 1, at: '09:00' },
      'Europe/Moscow',
      '2026-11-20T00:00:00Z',
      '2026-12-01T06:00:00.000Z',
    ],
    [
      { every: 'month', day: 'last', at: '09:00' },
      'Europe/Moscow',
      '2027-02-01T00:00:00Z',
      '2027-02-28T06:00:00.000Z',
    ],
    [{ every: 'minutes', minutes: 10 }, 'UTC', '2026-11-20T00:10:00Z', '2026-11-20T00:20:00.000Z'],
  ])('%j in %s after %s', (when, zone, after, due) => {
    expect(next(when, zone, after)).toBe(due)
  })

  test('a time that the clock skips is due when it has skipped, and is told before', () => {
    const when: Timing = { every: 'day', at: '02:30' }
    expect(next(when, 'Europe/Berlin', '2027-03-27T12:00:00Z')).toBe('2027-03-28T01:30:00.000Z')
    expect(skippedTime(when, 'Europe/Berlin', at('2026-11-20T00:00:00Z'))).toEqual({
      day: '2027-03-28',
      at: '03:30',
    })
    expect(skippedTime({ every: 'day', at: '09:00' }, 'Europe/Berlin', at('2026-11-20T00:00:00Z'))).toBeNull()
    expect(skippedTime(when, 'Europe/Moscow', at('2026-11-20T00:00:00Z'))).toBeNull()
  })

  test('a time that the clock shows twice is due once', () => {
    const when: Timing = { every: 'day', at: '02:30' }
    const first = nextDue(when, 'Europe/Berlin', at('2027-10-30T12:00:00Z'))
    expect(new Date(first).toISOString()).toBe('2027-10-31T00:30:00.000Z')
    expect(new Date(nextDue(when, 'Europe/Berlin', first)).toISOString()).toBe('2027-11-01T01:30:00.000Z')
  })

  test('it always comes, later than what it is after, once a day at most', () => {
    const timings = fc.oneof(
      fc.record({ every: fc.constant('day' as const), at: fc.constantFrom('00:00', '02:30', '23:59') }),
      fc.record({
        every: fc.constant('week' as const),
        weekday: fc.integer({ min: 1, max: 7 }),
        at: fc.constantFrom('00:00', '02:30', '12:00'),
      }),
      fc.record({
        every: fc.constant('month' as const),
        day: fc.oneof(fc.integer({ min: 1, max: 28 }), fc.constant('last' as const)),
        at: fc.constantFrom('00:00', '02:30', '12:00'),
      }),
    )
    const zones = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Pacific/Apia',
    )
    const moments = fc.integer({ min: at('2010-01-01'), max: at('2040-01-01') })
    fc.assert(
      fc.property(timings, zones, moments, (when, zone, after) => {
        const due = nextDue(when, zone, after)
        expect(due).toBeGreaterThan(after)
        expect(nextDue(when, zone, due)).toBeGreaterThanOrEqual(due + 22 * 3_600_000)
        expect(nextDue(when, zone, due - 1)).toBe(due)
      }),
    )
  })
})

test('February 30 and other days that a month lacks are no day of every month', () => {
  for (const day of [0, 29, 30, 31, -1])
    expect(timingTrouble({ every: 'month', day, at: '09:00' })).toBe('no_such_day')
  expect(timingTrouble({ every: 'month', day: 28, at: '09:00' })).toBeNull()
  expect(timingTrouble({ every: 'month', day: 'last', at: '09:00' })).toBeNull()
})

test('a zone is one that this machine knows', () => {
  expect(['Europe/Moscow', 'UTC', 'Mars/Base', ''].map(isZone)).toEqual([true, true, false, false])
})
