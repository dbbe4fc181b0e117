import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listedCall } from '#/contract/call.ts'
import { runs } from '#/test/runs.ts'
import { countAll } from '#/server/metrics/columns/aggregate.ts'
import { dayNumber } from '#/contract/day.ts'
import { append, clocksOf, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { firstReport, reportRest } from './report.ts'
import type { Question, Filter } from '#/contract/figures/questions.ts'
import { TABLES } from './tables.ts'
import { select } from '#/server/metrics/columns/select.ts'

const days = { first: dayNumber('2026-11-01'), last: dayNumber('2026-11-20') }
const comparedDays = { first: dayNumber('2026-10-11'), last: dayNumber('2026-10-30') }
const two = (value: number) => String(value).padStart(2, '0')

const contacts = (month: number, first: number) =>
  fc
    .array(
      fc.record({
        day: fc.integer({ min: first, max: first + 19 }),
        hour: fc.nat(23),
        status: fc.constantFrom(1, 2, 2, 3, 8, 9, 17),
        source: fc.constantFrom('Maps', 'Organic', null),
        region: fc.constantFrom('Москва', 'Казань', null),
      }),
      { maxLength: 60 },
    )
    .map((drawn) => {
      const data = createDataset(4)
      const calls = drawn.map(({ day, hour, status, source, region }, id) =>
        listedCall.lenient.parse({
          id,
          date: `2026-${month}-${two(day)}T${two(hour)}:10:00+03:00`,
          source: { title: source },
          region,
          status,
        }),
      )
      append(data, calls)
      return data
    })
const filters = fc
  .uniqueArray(
    fc.constantFrom<Filter>(
      { by: 'source', values: ['Maps'] },
      { by: 'region', values: [null] },
      { by: 'weekday', values: ['2'] },
      { by: 'hour', values: ['10'] },
      { by: 'hour_of_week', values: ['34'] },
      { by: 'day', first: days.first + 3, last: days.first + 9 },
    ),
    { selector: ({ by }) => by },
  )
  .map((drawn): Question => ({ filters: drawn, days, comparedDays, bucket: 'day', won: [], now: null }))

const reportOf = (current: Dataset, compared: Dataset | null, question: Question) => {
  const first = firstReport(current, compared, question)
  const rest = reportRest(current, question)
  return { ...first, ...rest, tables: { ...first.tables, ...rest.tables } }
}

describe('a report', () => {
  it('narrows every part by what is not its own', () => {
    fc.assert(
      fc.property(contacts(11, 1), contacts(10, 11), filters, (current, compared, question) => {
        const answer = reportOf(current, compared, question)
        const without = (...own: Filter['by'][]) =>
          countAll(
            current,
            select(
              current,
              question.filters.filter(({ by }) => !own.includes(by)),
            ),
          )
        const sum = (parts: readonly { contacts: number }[] | null) =>
          parts?.reduce((all, part) => all + part.contacts, 0)
        const { contacts: all, missed } = without()
        expect(answer.figures).toMatchObject({ contacts: all, missed, reached: all - missed })
        expect(sum(answer.trend)).toBe(without('day').contacts)
        expect(sum(answer.heat)).toBe(without('weekday', 'hour', 'hour_of_week').contacts)
        for (const name of TABLES) {
          expect(answer.tables[name].contacts).toBe(without(name).contacts)
          expect(sum(answer.tables[name].rows)).toBe(without(name).contacts)
        }
      }),
      runs(100, 2_000),
    )
  })

  it('by the calendar, a day faces the one of its number, and today as much of it as has passed', () => {
    const data = createDataset(4)
    const at = ['2026-09-30T09:00', '2026-10-01T09:00', '2026-10-22T13:00', '2026-10-22T15:00']
    append(
      data,
      at.map((date, id) => listedCall.lenient.parse({ id, date: `${date}:00+03:00`, status: 2 })),
    )
    const question: Question = {
      filters: [],
      days: { first: dayNumber('2026-10-30'), last: dayNumber('2026-11-22') },
      comparedDays: { first: dayNumber('2026-09-30'), last: dayNumber('2026-10-22') },
      comparedMonths: 1,
      bucket: 'day',
      won: [],
      now: { day: dayNumber('2026-11-22'), minute: 14 * 60, offset: 180 },
    }
    const { compared, comparedTrend } = reportOf(createDataset(4), data, question)
    expect(compared?.contacts).toBe(3)
    const faced = (day: string) => comparedTrend?.[dayNumber(day) - question.days.first]
    expect(comparedTrend).toHaveLength(24)
    expect(faced('2026-10-30')).toMatchObject({ start: dayNumber('2026-09-30'), contacts: 1 })
    expect(faced('2026-10-31')).toBeNull()
    expect(faced('2026-11-01')).toMatchObject({ start: dayNumber('2026-10-01'), contacts: 1 })
    expect(faced('2026-11-22')).toMatchObject({ start: dayNumber('2026-10-22'), contacts: 1 })
  })

  it('leaves durations of more than a day out of every average, and says how many', () => {
    const data = createDataset(4)
    const seconds = [60, 120, 86_400, 86_401, 2 ** 31 - 1, 2 ** 40, null]
    append(
      data,
      seconds.map((duration, id) =>
        listedCall.lenient.parse({ id, date: '2026-11-05T09:00:00+03:00', status: 2, duration }),
      ),
    )
    // A missed call's duration does not count.
    append(data, [listedCall.lenient.parse({ id: 99, status: 3, duration: 2 ** 31 - 1 })])
    const { figures, leftOut } = reportOf(data, null, {
      filters: [],
      days,
      comparedDays: null,
      bucket: 'day',
      won: [],
      now: null,
    })
    expect(figures).toMatchObject({
      answered: 7,
      timed: 3,
      talk_seconds: 60 + 120 + 86_400,
      median_duration: 120,
    })
    expect(leftOut).toMatchObject({ absurd: 3, untimed: 1, undated: 1 })
  })

  it('cuts each contact of the comparison at this moment of its own clock; one odd clock decides nothing', () => {
    const rows = (day: string) => [
      ...['09:00', '14:59', '15:00'].map((time) => ({ oid: 'msk', date: `${day}T${time}:00+03:00` })),
      ...['12:59', '13:00', '14:30'].map((time) => ({ oid: 'ber', date: `${day}T${time}:00+01:00` })),
      // Where it is 22:00, everything before has passed.
      ...['21:59', '22:00'].map((time) => ({ oid: 'vl', date: `${day}T${time}:00+10:00` })),
      { oid: 'msk', date: `${day}T20:00:00+14:00` },
    ]
    const dataOf = (contacts: readonly { oid: string; date: string }[]) => {
      const data = createDataset(4)
      append(
        data,
        contacts.map(({ oid, date }, id) => listedCall.lenient.parse({ id, obj_oid: oid, date, status: 2 })),
      )
      return data
    }
    const [today, before] = [dayNumber('2026-11-20'), dayNumber('2026-11-13')]
    const { compared } = reportOf(createDataset(4), dataOf(rows('2026-11-13')), {
      filters: [],
      days: { first: today, last: today },
      comparedDays: { first: before, last: before },
      bucket: 'day',
      won: [],
      now: { day: today, minute: 15 * 60, offset: 180 },
    })
    // Two of Moscow, one of Berlin, one of Vladivostok; at UTC+14 tomorrow has begun, and 20:00 has passed.
    expect(compared?.contacts).toBe(5)
    const clocks = clocksOf(dataOf([...rows('2026-11-12'), ...rows('2026-11-13')]))
    expect(new Set(clocks)).toEqual(new Set([180, 60, 600]))
    expect(clocks[0]).toBe(180)
  })

  it('says the clock of the most objects first, whichever of them has the most contacts', () => {
    const data = createDataset()
    const times = ['busy', 'busy', 'busy', 'one', 'two']
    append(
      data,
      times.map((oid, id) =>
        listedCall.lenient.parse({
          id,
          obj_oid: oid,
          date: `2026-11-20T10:00:00${oid === 'busy' ? '+10:00' : '+03:00'}`,
        }),
      ),
    )
    expect(clocksOf(data)).toEqual([180, 600])
  })

  it('compares chosen days with those as far into the comparison, and the trend with all of it', () => {
    fc.assert(
      fc.property(contacts(11, 1), contacts(10, 11), filters, (current, compared, question) => {
        const answer = reportOf(current, compared, question)
        const counted = (some: readonly Filter[]) => countAll(compared, select(compared, some)).contacts
        const shifted = question.filters.map((filter): Filter =>
          filter.by === 'day' ? { by: 'day', first: filter.first - 21, last: filter.last - 21 } : filter,
        )
        expect(answer.compared?.contacts).toBe(counted(shifted))
        expect(answer.comparedTrend?.reduce((all, point) => all + (point?.contacts ?? 0), 0)).toBe(
          counted(shifted.filter(({ by }) => by !== 'day')),
        )
      }),
      runs(100, 2_000),
    )
  })
})
