import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { obj, type ObjRead } from '#/contract/object.ts'
import { runs } from '#/test/runs.ts'
import { daysBetweenEnds, forecastExpiry, type KnownExpiryForecast } from './expiry-forecast.ts'
import { DAY_MS } from '#/contract/day.ts'

const TODAY = '2026-11-20'
const objectOf = (fields: Partial<ObjRead>): ObjRead => ({
  ...obj.lenient.parse({ oid: 'o' }),
  site_url: 'https://sever.example',
  is_tracking: true,
  ...fields,
})
/** 100 a day since October 21. */
const COUNTED = {
  sessions_used: 3000,
  sessions: 10_000,
  sessions_reset_date: '2026-10-21T00:00:00+03:00',
} as const
const expiryForecastOf = (fields: Partial<ObjRead>) => forecastExpiry(objectOf(fields), TODAY)
const known = (fields: Partial<ObjRead>): KnownExpiryForecast => {
  const found = expiryForecastOf(fields)
  if (found.state === 'unknown') throw new Error(`unknown: ${found.why}`)
  return found
}
const sessionsOf = (fields: Partial<ObjRead>) => {
  const { sessions } = known({ expiration_date: '31.12.2030 00:00:00', ...fields })
  if (!sessions.known) throw new Error(sessions.why)
  return sessions
}

describe('the first of two ends', () => {
  it('is the sessions’ when they run out before the paid period', () => {
    const found = known({ ...COUNTED, expiration_date: '04.03.2027 23:59:59' })
    expect(found).toMatchObject({
      state: 'stops',
      reason: 'sessions',
      day: '2027-01-29',
      daysLeft: 70,
      expiry: { state: 'day', written: '04.03.2027 23:59:59', day: '2027-03-04', daysLeft: 104 },
      sessions: {
        used: 3000,
        limit: 10_000,
        dailyRate: 100,
        lasts: 70,
        end: { day: '2027-01-29', daysLeft: 70 },
      },
    })
    expect(daysBetweenEnds(found)).toBe(34)
  })

  it('is the paid period’s when that ends before the sessions, or with them', () => {
    const before = known({ ...COUNTED, expiration_date: '03.12.2026 00:00:00' })
    expect(before).toMatchObject({ reason: 'expiry', day: '2026-12-03', daysLeft: 13 })
    expect(daysBetweenEnds(before)).toBe(-57)
    expect(known({ ...COUNTED, expiration_date: '29.01.2027 00:00:00' }).reason).toBe('expiry')
  })

  it('is the only one that is known', () => {
    expect(known(COUNTED)).toMatchObject({ reason: 'sessions', expiry: { state: 'absent' } })
    expect(known({ ...COUNTED, expiration_date: ' ' })).toMatchObject({ expiry: { state: 'absent' } })
    expect(known({ ...COUNTED, expiration_date: '32.13.2026 25:00:00' })).toMatchObject({
      reason: 'sessions',
      expiry: { state: 'unreadable', written: '32.13.2026 25:00:00' },
    })
    const expiryOnly = known({ expiration_date: '03.12.2026 00:00:00' })
    expect(expiryOnly).toMatchObject({ reason: 'expiry', sessions: { known: false, why: 'no_count' } })
    expect(daysBetweenEnds(expiryOnly)).toBeNull()
  })

  it('is today for a period that ends today, and past for one that has ended', () => {
    expect(known({ expiration_date: '20.11.2026 00:00:00' })).toMatchObject({ state: 'stops', daysLeft: 0 })
    expect(known({ ...COUNTED, expiration_date: '15.11.2026 00:00:00' })).toMatchObject({
      state: 'stopped',
      reason: 'expiry',
      day: '2026-11-15',
      daysLeft: -5,
    })
  })

  it('says when the service does not tell whether tracking is on', () => {
    expect(known({ ...COUNTED, is_tracking: null }).trackingKnown).toBe(false)
    expect(known(COUNTED).trackingKnown).toBe(true)
  })
})

describe('unknown', () => {
  test.each<[string, Partial<ObjRead>, string]>([
    ['tracking is off', { ...COUNTED, is_tracking: false }, 'tracking_off'],
    ['a number without a site', { is_tracking: false, site_url: '' }, 'number_only'],
    ['a number of which nothing is known', { site_url: null, is_tracking: true }, 'number_only'],
    ['neither period nor sessions', {}, 'no_data'],
    ['an unreadable period and no limit', { expiration_date: 'never', sessions_used: 5 }, 'no_data'],
    ['a limit of zero', { sessions_used: 0, sessions: 0 }, 'no_data'],
    ['a limit below zero', { sessions_used: 5, sessions: -1 }, 'no_data'],
    ['a count below zero', { sessions_used: -5, sessions: 100 }, 'no_data'],
    ['nothing used yet', { ...COUNTED, sessions_used: 0 }, 'no_end'],
    [
      'an unlimited tariff',
      {
        sessions_used: 5,
        tariff: { id: 5, name: 'Unlimited', sessions: null, numbers: 1, multiregion: true, price: 1 },
      },
      'no_end',
    ],
    [
      'sessions that start again before they run out',
      { ...COUNTED, sessions_reset_date: '2026-12-01' },
      'no_end',
    ],
  ])('%s', (_, fields, why) => {
    expect(expiryForecastOf(fields)).toEqual({ state: 'unknown', why })
  })

  it('is not a number that is tracked and paid for', () => {
    expect(known({ site_url: '', expiration_date: '03.12.2026 00:00:00' }).day).toBe('2026-12-03')
  })
})

describe('pace', () => {
  test.each([
    ['2026-10-21', '2026-10-21', 30],
    ['2026-10-21T23:59:59+03:00', '2026-10-21', 30],
    ['2026-10-21 08:30', '2026-10-21', 30],
    ['2026-10-21T08:30:00.123Z', '2026-10-21', 30],
    ['2026-11-19T00:00:00-1100', '2026-11-19', 1],
    ['11.08.2026', '2026-08-11', 101],
    ['11.08.2026 10:15:00', '2026-08-11', 101],
  ])('counts from %s', (written, day, days) => {
    expect(sessionsOf({ ...COUNTED, sessions_reset_date: written })).toMatchObject({
      counting: { day, days, assumed: null, written },
      dailyRate: 3000 / days,
      reset: null,
    })
  })

  test.each([
    [null, 'absent', null],
    ['  ', 'absent', null],
    ['soon', 'unreadable', null],
    ['2026-02-30', 'unreadable', null],
    ['10/21/2026', 'unreadable', null],
    ['2026-11-20T00:00:00+03:00', 'today', null],
    ['2026-12-01T00:00:00+03:00', 'ahead', '2026-12-01'],
  ])('takes the last 30 days for %s', (written, assumed, reset) => {
    expect(sessionsOf({ ...COUNTED, sessions_reset_date: written })).toMatchObject({
      counting: { day: '2026-10-21', days: 30, assumed, written },
      dailyRate: 100,
      reset,
    })
  })

  it('keeps whole days only', () => {
    expect(sessionsOf({ ...COUNTED, sessions: 3590 }).end).toEqual({ day: '2026-11-25', daysLeft: 5 })
    expect(sessionsOf({ ...COUNTED, sessions: 3099 }).end).toEqual({ day: TODAY, daysLeft: 0 })
  })

  it('has run out when all is used, or more than all', () => {
    for (const sessions of [3000, 2999, 1])
      expect(known({ ...COUNTED, sessions, expiration_date: '03.12.2026 00:00:00' })).toMatchObject({
        state: 'stops',
        reason: 'sessions',
        day: TODAY,
        daysLeft: 0,
      })
    // A future reset does not restore sessions used up today.
    expect(sessionsOf({ ...COUNTED, sessions: 1, sessions_reset_date: '2026-11-21' }).end?.day).toBe(TODAY)
  })

  it('never ends with nothing used, or after a lifetime', () => {
    expect(sessionsOf({ ...COUNTED, sessions_used: 0 })).toMatchObject({
      dailyRate: 0,
      lasts: null,
      end: null,
    })
    const slow = { ...COUNTED, sessions_used: 1, sessions: Number.MAX_SAFE_INTEGER }
    expect(sessionsOf(slow)).toMatchObject({ lasts: null, end: null })
  })

  it('gives way to a reset that comes first: the paid period decides', () => {
    const ahead = { ...COUNTED, sessions: 4000, expiration_date: '04.03.2027 00:00:00' } // 10 days at this pace
    const first = known({ ...ahead, sessions_reset_date: '2026-11-30' })
    expect(first).toMatchObject({
      reason: 'expiry',
      day: '2027-03-04',
      sessions: { lasts: 10, reset: '2026-11-30', end: null },
    })
    expect(known({ ...ahead, sessions_reset_date: '2026-12-01' })).toMatchObject({
      reason: 'sessions',
      day: '2026-11-30',
    })
  })
})

describe('whatever the service answers', () => {
  const day = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const dotted = day.map((iso) => `${iso.split('-').toReversed().join('.')} 00:00:00`)
  const count = fc.option(fc.oneof(fc.integer({ min: -2, max: 40_000 }), fc.maxSafeInteger(), fc.constant(0)))
  const reset = fc.option(fc.oneof(day, dotted, fc.string()))
  const fields = fc.record({
    is_tracking: fc.option(fc.boolean()),
    site_url: fc.option(fc.constantFrom('', 'https://sever.example')),
    expiration_date: fc.option(fc.oneof(dotted, fc.string())),
    sessions_used: count,
    sessions: count,
    sessions_reset_date: reset,
  })

  it('is the earlier of the ends that are known, and before today only for a period that has ended', () => {
    fc.assert(
      fc.property(fields, day, (given, today) => {
        const found = forecastExpiry(objectOf(given), today)
        if (found.state === 'unknown') return
        const { expiry, sessions } = found
        const ends = [
          ...(expiry.state === 'day' ? [expiry.day] : []),
          ...(sessions.known && sessions.end ? [sessions.end.day] : []),
        ]
        expect(found.day).toBe(ends.toSorted()[0])
        expect(found.state === 'stopped').toBe(found.day < today)
        if (found.day < today) expect(found).toMatchObject({ reason: 'expiry', day: ends[0] })
        expect((Date.parse(found.day) - Date.parse(today)) / DAY_MS).toBe(found.daysLeft)
      }),
      runs(500, 50_000),
    )
  })

  it('never comes later when more is used', () => {
    const used = fc.integer({ min: 0, max: 40_000 })
    fc.assert(
      fc.property(fields, used, used, day, (given, a, b, today) => {
        const at = (sessions_used: number) => {
          const found = forecastExpiry(objectOf({ ...given, is_tracking: true, sessions_used }), today)
          return found.state === 'unknown' ? Infinity : found.daysLeft
        }
        expect(at(Math.max(a, b))).toBeLessThanOrEqual(at(Math.min(a, b)))
      }),
      runs(500, 50_000),
    )
  })
})
