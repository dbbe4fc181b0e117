import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { formatDuration } from './duration.ts'
import {
  formatDateTime,
  formatDay,
  formatLongDay,
  formatNumber,
  formatOffset,
  formatShortDateTime,
  parseWallClock,
} from './format.ts'
import { setLocale } from './locale.ts'

afterEach(() => setLocale('en'))

describe('parseWallClock', () => {
  test('keeps the clock and the offset of the date itself, whatever zone the machine is in', () => {
    expect(parseWallClock('2026-11-20T13:21:07+03:00')).toMatchObject({
      day: '2026-11-20',
      time: '13:21',
      hour: 13,
      offset: 180,
    })
    expect(parseWallClock('2026-11-20T23:59:00-03:30')).toMatchObject({ day: '2026-11-20', offset: -210 })
    expect(parseWallClock('2026-11-20T00:00:00Z')).toMatchObject({ day: '2026-11-20', offset: 0 })
    expect(parseWallClock('2026-11-20 09:05')).toMatchObject({ time: '09:05', offset: null })
  })

  // ISO 8601 variants seen in services.
  test.each([
    ['2026-11-26T14:03:05+03:00', '2026-11-26T14:03:05', 180],
    ['2026-11-26T14:03:05+03', '2026-11-26T14:03:05', 180],
    ['2026-11-26T14:03:05+0300', '2026-11-26T14:03:05', 180],
    ['2026-11-26 14:03:05+03:00', '2026-11-26T14:03:05', 180],
    ['2026-11-26 14:03:05 -0330', '2026-11-26T14:03:05', -210],
    ['2026-11-26T14:03:05.123456+03:00', '2026-11-26T14:03:05', 180],
    ['2026-11-26T14:03:05,5-03', '2026-11-26T14:03:05', -180],
    ['2026-11-26T14:03+05:30', '2026-11-26T14:03:00', 330],
    ['2026-11-26T11:03:05Z', '2026-11-26T11:03:05', 0],
    ['2026-11-26t11:03:05z', '2026-11-26T11:03:05', 0],
  ])('reads %s', (date, wallClock, offset) => {
    expect(parseWallClock(date)).toMatchObject({ utc: Date.parse(`${wallClock}Z`), offset })
  })

  test.each(['26.11.2026 14:03:05', '1764155000', '2026-11-26T14:03:05+3', '2026-11-26T14:03:05+03:0'])(
    'leaves %s unread',
    (date) => {
      expect(parseWallClock(date)).toBeNull()
    },
  )

  test.each([
    '',
    '0000-00-00T00:00:00Z',
    '2026-02-30T10:00:00+03:00',
    '2026-11-20T24:00:00Z',
    '1763630000',
    'yesterday',
  ])('refuses %j', (value) => expect(parseWallClock(value)).toBeNull())

  test('fault-zones: reads back every moment at every offset', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (moment, offset) => {
          const local = new Date(moment.getTime() + offset * 60_000).toISOString()
          const size = Math.abs(offset)
          const suffix = `${offset < 0 ? '-' : '+'}${String(Math.floor(size / 60)).padStart(2, '0')}:${String(size % 60).padStart(2, '0')}`
          expect(parseWallClock(`${local.slice(0, 19)}${suffix}`)).toMatchObject({
            day: local.slice(0, 10),
            time: local.slice(11, 16),
            offset,
          })
        },
      ),
    )
  })

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (value) => void parseWallClock(value)))
  })
})

test('dates, numbers and offsets follow the language', () => {
  const clock = parseWallClock('2026-11-20T14:03:00+03:00')!
  expect(formatDateTime(clock)).toBe('Nov 20, 2026, 14:03')
  expect(formatShortDateTime(clock)).toBe('Nov 20, 14:03')
  expect(formatLongDay('2026-11-20')).toBe('Friday, November 20')
  expect(formatNumber(1234.5)).toBe('1,234.5')
  setLocale('ru')
  expect(formatDateTime(clock)).toBe('20.11.2026, 14:03')
  expect(formatShortDateTime(clock)).toBe('20.11, 14:03')
  expect(formatDay('2026-01-02')).toBe('02.01.2026')
  expect(formatLongDay('2026-11-20')).toBe('пятница, 20 ноября')
  expect(formatNumber(1234.5)).toBe('1\u00a0234,5')
  expect([0, 180, 330, -180].map(formatOffset)).toEqual(['UTC', 'UTC+3', 'UTC+5:30', 'UTC−3'])
})

test('fault-odd-number: durations are m:ss, from an hour on h:mm:ss, and nothing else', () => {
  expect([0, 9, 60, 278, 3599, 3600, 36_061].map(formatDuration)).toEqual([
    '0:00',
    '0:09',
    '1:00',
    '4:38',
    '59:59',
    '1:00:00',
    '10:01:01',
  ])
  expect([-5, NaN, Infinity].map(formatDuration)).toEqual([null, null, null])
})
