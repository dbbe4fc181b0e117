import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CHANGE_DIMENSIONS, CHANGE_METRICS } from '#/contract/figures/changes.ts'
import { isRate } from '#/analytics/report-metrics.ts'
import { roundTogether } from '#/server/metrics/changes/round-together.ts'
import { append, createDataset, type Dataset } from '#/server/metrics/columns/dataset.ts'
import { listedCall } from '#/contract/call.ts'
import { dayText } from '#/contract/day.ts'
import { runs } from '#/test/runs.ts'
import { changesOf } from './changes.ts'
import type { ChangeRow, Changes } from '#/contract/figures/answers.ts'
import type { ChangesQuestion } from '#/contract/figures/questions.ts'

const FIRST = 20_400

const contact = fc.record({
  day: fc.nat(20),
  hour: fc.integer({ min: 0, max: 23 }),
  obj_oid: fc.constantFrom('a', 'b'),
  source: fc.constantFrom('Search', 'Maps', 'Mail', null),
  region: fc.constantFrom('Казань', 'Москва', null),
  status: fc.constantFrom(2, 3, 8),
  target: fc.constantFrom(true, false, null),
  call_type: fc.constantFrom(1, 2),
  deal: fc.constantFrom(null, 1, 2, 3),
})
type Drawn = typeof contact extends fc.Arbitrary<infer C> ? C : never

const dataOf = (contacts: readonly Drawn[], first: number): Dataset => {
  const data = createDataset(4)
  append(
    data,
    contacts.map(({ day, hour, source, call_type: type, deal, ...one }, id) =>
      listedCall.lenient.parse({
        ...one,
        id,
        date: `${dayText(first + day)}T${String(hour).padStart(2, '0')}:00:00+03:00`,
        source: source && { title: source },
        call_type: { id: type },
        customer_status:
          deal === null ? null : { id: deal, source: 'CRM', status: deal === 1 ? 'New' : 'Won' },
      }),
    ),
  )
  return data
}

const requested = fc.record({
  metric: fc.constantFrom(...CHANGE_METRICS),
  by: fc.constantFrom(...CHANGE_DIMENSIONS),
  now: fc.array(contact, { maxLength: 80 }),
  before: fc.array(contact, { maxLength: 80 }),
  days: fc.integer({ min: 1, max: 21 }),
  comparedDays: fc.integer({ min: 1, max: 21 }),
})

const sum = (rows: readonly (ChangeRow | null)[], pick: (row: ChangeRow) => number) =>
  rows.reduce((all, row) => (row === null ? all : all + pick(row)), 0)

it('parts add up to the change of the whole figure, of counts and of rates', () => {
  fc.assert(
    fc.property(requested, ({ metric, by, now, before, days, comparedDays }) => {
      const within = (contacts: readonly Drawn[], length: number) =>
        contacts.filter(({ day }) => day < length)
      const current = dataOf(within(now, days), FIRST)
      const compared = dataOf(within(before, comparedDays), FIRST - comparedDays)
      const question: Omit<ChangesQuestion, 'by'> = {
        metric,
        filters: [],
        days: { first: FIRST, last: FIRST + days - 1 },
        comparedDays: { first: FIRST - comparedDays, last: FIRST - 1 },
        comparedMonths: null,
        won: ['Won'],
        now: null,
        isComplete: true,
      }
      const { over, split, sizes } = changesOf(current, compared, { ...question, by })
      const { lead } = changesOf(current, compared, { ...question, by: null })
      if (over === null) return
      const { part, whole } = over.counted
      const scale = days / comparedDays
      const isOfRate = isRate(metric)
      // A share's difference in tenths of a point, or a count against the scaled one.
      const expected = isOfRate
        ? over.now.whole === 0
          ? 0
          : Math.round((over.now.part / over.now.whole - part / whole) * 1000) + 0
        : over.now.part - Math.round(part * scale)
      expect(over.change).toBe(expected)
      // As the card has it: per day, and of counts that are not rounded.
      const daily = part === 0 ? null : over.now.part / days / (part / comparedDays) - 1
      if (daily === null) expect(over.percent).toBeNull()
      else expect(over.percent).toBeCloseTo(daily)
      const adds = (rows: readonly (ChangeRow | null)[]) => {
        if (over.now.whole === 0 && isOfRate) return
        expect(sum(rows, ({ change }) => change)).toBe(expected)
        if (isOfRate) expect(sum(rows, ({ effects }) => effects!.mix + effects!.own)).toBe(expected)
        else expect(sum(rows, (row) => row.now.part)).toBe(over.now.part)
      }
      if (split) adds([...split.rows, split.others])
      if (lead) adds([...lead.rows, lead.others])
      if (split) {
        const parts = split.rows.filter(({ isCalendar }) => !isCalendar)
        // Two names of one source are two values.
        expect(sizes![by]).toBe(parts.length + parts.filter(({ was }) => was !== null).length)
      }
      if (split && !isOfRate)
        for (const row of split.rows) {
          expect(row.now.part - row.before.part).toBe(row.change)
          if (row.percent !== null && row.now.part > 0)
            expect(Math.abs(row.now.part / (1 + row.percent) - row.before.part)).toBeLessThanOrEqual(1 + 1e-9)
        }
    }),
    runs(150, 3_000),
  )
})

it('numbers rounded together are less than one from what they are', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      // Never −0.
      const total = Math.round(values.reduce((all, one) => all + one, 0)) + 0
      const rounded = roundTogether(values, total)
      expect(rounded.reduce((all, one) => all + one, 0)).toBe(total)
      rounded.forEach((one, nth) => expect(Math.abs(one - values[nth]!)).toBeLessThanOrEqual(1))
    }),
    runs(200, 5_000),
  )
})

const nothing = (question: Partial<ChangesQuestion>, compared: Dataset | null): Changes['none'] =>
  changesOf(dataOf([], FIRST), compared, {
    metric: 'contacts',
    by: null,
    filters: [],
    days: { first: FIRST, last: FIRST },
    comparedDays: { first: FIRST - 1, last: FIRST - 1 },
    won: [],
    now: null,
    isComplete: true,
    ...question,
  }).none

it('explains nothing without a comparison, of unread days, or beside nothing', () => {
  expect(nothing({ comparedDays: null }, null)).toBe('no_comparison')
  expect(nothing({ isComplete: false }, dataOf([], FIRST - 1))).toBe('unread')
  expect(nothing({}, dataOf([], FIRST - 1))).toBe('nothing_before')
})

it('a row names the part of another dimension that holds most of its change', () => {
  const each = (day: number, counts: Readonly<Record<string, number>>): Drawn[] =>
    Object.entries(counts).flatMap(([of, count]) => {
      const [source, obj_oid] = of.split(' ') as [Drawn['source'], Drawn['obj_oid']]
      const one = { day, hour: 12, region: null, status: 2, target: null, call_type: 1, deal: null } as const
      return Array.from({ length: count }, (): Drawn => ({ ...one, source, obj_oid }))
    })
  const period = (counts: Readonly<Record<string, number>>) =>
    Array.from({ length: 21 }, (_, day) => each(day, counts)).flat()
  const { split } = changesOf(
    dataOf(period({ 'Search b': 4, 'Maps a': 3, 'Maps b': 3 }), FIRST),
    dataOf(period({ 'Search a': 4, 'Search b': 4, 'Maps a': 3, 'Maps b': 3 }), FIRST - 21),
    {
      metric: 'contacts',
      by: 'source',
      filters: [],
      days: { first: FIRST, last: FIRST + 20 },
      comparedDays: { first: FIRST - 21, last: FIRST - 1 },
      won: [],
      now: null,
      isComplete: true,
    },
  )
  expect(
    split!.rows.map(({ value, change, mostly }) => [
      value,
      change,
      mostly && [mostly.by, mostly.value, mostly.change],
    ]),
  ).toEqual([
    ['Search', -84, ['object', 'a', -84]],
    ['Maps', 0, null],
  ])
})
