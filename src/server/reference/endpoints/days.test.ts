import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { DAY, MINUTE, zoneOf } from '../sample/calendar.ts'
import type { ReferenceDatabase } from '../schema.ts'
import { testContactRow, objectRow } from '../testing/rows.ts'
import { createSender, openAccounts } from '../testing/fixture.ts'

const OBJECT = objectRow(1, 'marketer')

let database: ReferenceDatabase
let ask: ReturnType<typeof createSender>
beforeAll(async () => {
  database = await openAccounts()
  await database.insertInto('objects').values(OBJECT).execute()
  ask = createSender(database)
})
afterAll(() => database.destroy())

interface Moment {
  readonly occurred_at: number
  readonly utc_offset: number
}

/** Contacts at these moments, with ids from 1. */
const fill = async (moments: readonly Moment[]) => {
  await database.deleteFrom('contacts').execute()
  await database
    .insertInto('contacts')
    .values(moments.map((moment, index) => testContactRow(index + 1, OBJECT, moment)))
    .execute()
}

const read = async (query: Record<string, string>) => {
  const search = new URLSearchParams({ limit: '100', ...query })
  const response = await ask(`/v1/calls?${search}`, { as: 'marketer' })
  return { status: response.status, body: await response.json() }
}

/** Ids and dates of a custom period's calls, newest first. */
const custom = async (bounds: { date_from?: string; date_to?: string }) => {
  const { body } = await read({ period: 'custom', ...bounds })
  const calls: unknown[] = body.calls
  return calls.map((call) => listedCall.documented.parse(call)).map(({ id, date }) => ({ id, date }))
}
const onDay = (day: string) => custom({ date_from: day, date_to: day })

/** `2026-10-25T02:30:00+02:00`, as `date` is written (API document 2.5). */
const moment = (date: string): Moment => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(date)!
  return {
    occurred_at: Date.parse(date),
    utc_offset: (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)),
  }
}

const dayAfter = (day: string) => new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)

describe('period=custom', () => {
  // One contact at noon of each day, the 1st to the 5th, with ids 1 to 5.
  beforeAll(() => fill([1, 2, 3, 4, 5].map((day) => moment(`2026-11-0${day}T12:00:00+03:00`))))

  it.each([
    [{}, [5, 4, 3, 2, 1]],
    [{ date_from: '2026-11-04' }, [5, 4]],
    [{ date_to: '2026-11-02' }, [2, 1]],
    [{ date_from: '2026-11-02', date_to: '2026-11-04' }, [4, 3, 2]],
    [{ date_from: '2026-11-03', date_to: '2026-11-03' }, [3]],
    [{ date_from: '2026-11-06' }, []],
    [{ date_from: '0000-01-01', date_to: '9999-12-31' }, [5, 4, 3, 2, 1]],
    [{ date_from: '', date_to: '2026-11-01' }, [1]],
  ])('%j', async (bounds, ids) => {
    expect((await custom(bounds)).map(({ id }) => id)).toEqual(ids)
  })

  it('the bounds the wrong way round are refused in every list of calls', async () => {
    const query = 'period=custom&date_from=2026-11-03&date_to=2026-11-02'
    for (const path of ['/v1/calls', '/v2/calls', '/v2/objs/oid-1/calls']) {
      const response = await ask(`${path}?${query}`, { as: 'marketer' })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ error: { date_to: 'must not be before date_from' } })
    }
  })

  it.each([
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-1',
    '20261101',
    '01.11.2026',
    '2026-11-01T00:00',
    ' 2026-11-01',
    '-026-11-01',
    '12026-11-01',
    'today',
  ])('no such day: "%s"', async (day) => {
    const wrong = 'must be a day, YYYY-MM-DD'
    expect(await read({ period: 'custom', date_from: day, date_to: day })).toEqual({
      status: 400,
      body: { error: { date_from: wrong, date_to: wrong } },
    })
  })

  it('takes 29 February of a leap year', async () => {
    expect(await onDay('2028-02-29')).toEqual([])
  })
})

/** Clock changes: at night, at midnight in both directions, by half an hour. */
const CHANGES = [
  ['Europe/Berlin', '2026-10-25'],
  ['Europe/Berlin', '2026-03-29'],
  ['Africa/Cairo', '2026-10-29'],
  ['Africa/Cairo', '2026-04-24'],
  ['America/Havana', '2026-11-01'],
  ['America/Havana', '2026-03-08'],
  ['America/St_Johns', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Pacific/Chatham', '2026-04-05'],
] as const

describe('days on which clocks change', () => {
  it.each([
    [
      'Berlin, an hour comes twice',
      [
        '2026-10-24T23:59:59+02:00',
        '2026-10-25T00:00:00+02:00',
        '2026-10-25T02:30:00+02:00',
        '2026-10-25T02:30:00+01:00',
        '2026-10-25T23:59:59+01:00',
        '2026-10-26T00:00:00+01:00',
      ],
    ],
    [
      'Berlin, an hour is missing',
      [
        '2026-03-28T23:59:59+01:00',
        '2026-03-29T01:59:59+01:00',
        '2026-03-29T03:00:00+02:00',
        '2026-03-29T23:59:59+02:00',
        '2026-03-30T00:00:00+02:00',
      ],
    ],
    [
      'Cairo, the last hour of a day comes twice',
      [
        '2026-10-29T23:30:00+03:00',
        '2026-10-29T23:59:59+03:00',
        '2026-10-29T23:00:00+02:00',
        '2026-10-29T23:59:59+02:00',
        '2026-10-30T00:00:00+02:00',
      ],
    ],
    [
      'Cairo, the first hour of a day is missing',
      ['2026-04-23T23:59:59+02:00', '2026-04-24T01:00:00+03:00', '2026-04-24T23:59:59+03:00'],
    ],
    [
      'Havana, the first hour of a day comes twice',
      [
        '2026-10-31T23:59:59-04:00',
        '2026-11-01T00:30:00-04:00',
        '2026-11-01T00:30:00-05:00',
        '2026-11-01T23:59:59-05:00',
      ],
    ],
  ])('%s', async (_, dates) => {
    await fill(dates.map(moment))
    for (const day of new Set(dates.map((date) => date.slice(0, 10)))) {
      // Sorted by instant, not by wall clock.
      const expected = dates.filter((date) => date.startsWith(day)).toReversed()
      expect((await onDay(day)).map(({ date }) => date)).toEqual(expected)
    }
  })

  const inZone = fc.constantFrom(...CHANGES).chain(([name, day]) => {
    const change = Date.parse(day)
    const zone = zoneOf(name)
    return fc.array(
      fc.integer({ min: -36 * 60, max: 48 * 60 }).map((minutes): Moment => {
        const occurred_at = change + minutes * MINUTE
        return { occurred_at, utc_offset: zone.offsetAt(occurred_at) }
      }),
      { minLength: 1, maxLength: 40 },
    )
  })
  const onAnyClock = fc.array(
    fc.record({
      occurred_at: fc
        .integer({ min: 0, max: 48 * 60 })
        .map((minutes) => Date.parse('2026-11-19') + minutes * MINUTE),
      utc_offset: fc.integer({ min: -12 * 60, max: 14 * 60 }),
    }),
    { minLength: 1, maxLength: 40 },
  )

  it.each([
    ['around a change of clocks', inZone],
    ['whatever each contact’s own offset', onAnyClock],
  ] as const)('a contact is in the one day its date shows: %s', async (_, moments) => {
    await fc.assert(
      fc.asyncProperty(moments, async (moments) => {
        await fill(moments)
        const all = await custom({})
        const instants = all.map(({ id, date }) => [id, Date.parse(date)])
        const newestFirst = moments
          .map(({ occurred_at }, index) => [index + 1, occurred_at] as const)
          .toSorted(([one, at], [other, otherAt]) => otherAt - at || other - one)
        expect(instants).toEqual(newestFirst)
        const within = (holds: (day: string) => boolean) => all.filter(({ date }) => holds(date.slice(0, 10)))
        const shown = all.map(({ date }) => date.slice(0, 10)).toSorted()
        let counted = 0
        for (let day = shown[0]!; day <= shown.at(-1)!; day = dayAfter(day)) {
          const found = await onDay(day)
          expect(found).toEqual(within((one) => one === day))
          expect(await custom({ date_to: day })).toEqual(within((one) => one <= day))
          expect(await custom({ date_from: day })).toEqual(within((one) => one >= day))
          counted += found.length
        }
        expect(counted).toBe(all.length)
      }),
      runs(40, 2_000),
    )
  })
})
