import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COUNTS, type Counts } from '#/contract/figures/counts.ts'
import type { HeatCell } from '#/contract/figures/answers.ts'
import { HEAT_METRICS } from '#/features/overview/search.ts'
import { runs } from '#/test/runs.ts'
import { dayNumber } from '#/contract/day.ts'
import { contactsInFull } from './labels.ts'
import {
  BLOCKS,
  blocksOf,
  HOURS,
  occurrencesIn,
  type CellCounts,
  WEEKDAYS,
  weekOf,
} from '#/domain/figures/week.ts'
import {
  grainOf,
  greatestOf,
  hoursWithContacts,
  levelOf,
  cellState,
  valueOf,
  unreadWeekdays,
} from './rows.ts'

const counts = (some: Partial<Counts>): Counts => ({
  ...(Object.fromEntries(COUNTS.map((name) => [name, 0])) as unknown as Counts),
  ...some,
})
const once = () => 1
const cells = fc
  .uniqueArray(
    fc.record({
      place: fc.nat(WEEKDAYS * HOURS - 1),
      contacts: fc.integer({ min: 1, max: 500 }),
      calls: fc.nat(60),
      missed: fc.nat(60),
      timed: fc.nat(60),
      talk_seconds: fc.nat(9_000),
    }),
    { selector: ({ place }) => place },
  )
  .map((drawn) =>
    drawn.map(({ place, calls, missed, timed, ...rest }): HeatCell => {
      const [ofCalls, answered] = [Math.min(missed, calls), calls - Math.min(missed, calls)]
      return {
        ...counts({ ...rest, calls, missed: ofCalls, timed: Math.min(timed, answered) }),
        weekday: Math.floor(place / HOURS),
        hour: place % HOURS,
      }
    }),
  )

describe('a week of hours', () => {
  it('has every contact once, by weekday, by hour and in all', () => {
    fc.assert(
      fc.property(cells, (heat) => {
        const week = weekOf(heat, once)
        const total = heat.reduce((sum, { contacts }) => sum + contacts, 0)
        const sum = (parts: Counts[]) => parts.reduce((all, { contacts }) => all + contacts, 0)
        expect(sum([...week.all])).toBe(total)
        expect(sum(Array.from({ length: WEEKDAYS }, (_, day) => week.ofWeekday(day)))).toBe(total)
        expect(sum(Array.from({ length: HOURS }, (_, hour) => week.ofHour(hour)))).toBe(total)
      }),
      runs(100, 2_000),
    )
  })

  it('is the darker the more, and never dark where there is too little to say', () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(...HEAT_METRICS), (heat, metric) => {
        const week = weekOf(heat, once)
        const greatest = greatestOf(metric, week)
        for (const one of week.all) {
          const level = levelOf(metric, one, greatest)
          const says = cellState(metric, one)
          if (says === 'too_few') expect(level).toBe('hatched')
          else if (says === 'none') expect(level).toBe(metric === 'contacts' ? 0 : 'none')
          else {
            expect(level).toBeGreaterThanOrEqual(0)
            expect(level).toBeLessThanOrEqual(7)
          }
        }
        if (greatest !== null && greatest > 0)
          expect(week.all.some((one) => levelOf(metric, one, greatest) === 7)).toBe(true)
      }),
      runs(100, 2_000),
    )
  })

  it('tells a rate of nothing, of too few calls and of enough', () => {
    expect(cellState('missed_rate', counts({ contacts: 9 }))).toBe('none')
    expect(cellState('missed_rate', counts({ contacts: 20, calls: 14 }))).toBe('too_few')
    expect(cellState('missed_rate', counts({ contacts: 20, calls: 15 }))).toBe('value')
    expect(cellState('mean_duration', counts({ contacts: 20, calls: 20, timed: 14 }))).toBe('too_few')
    expect(cellState('contacts', counts({ contacts: 1 }))).toBe('value')
    expect(levelOf('missed_rate', { ...counts({ calls: 20, missed: 0 }), days: 1 }, 0)).toBe(0)
  })
})

describe('contacts of an hour of the week', () => {
  const [sunday, monday] = [dayNumber('2026-11-01'), dayNumber('2026-11-02')]
  const november = { days: { first: sunday, last: dayNumber('2026-11-30') }, filters: [], now: null }
  const cellOf = (contacts: number, weekday: number, hour: number): HeatCell => ({
    ...counts({ contacts }),
    weekday,
    hour,
  })

  it('are the mean of the days that the period has: five Mondays and Sundays, four of the others', () => {
    const week = weekOf([cellOf(20, 0, 9), cellOf(20, 1, 9), cellOf(20, 1, 10)], occurrencesIn(november))
    const meanOf = (of: CellCounts) => valueOf('contacts', of)
    expect([week.at(0, 9), week.at(1, 9), week.at(6, 9)].map(meanOf)).toEqual([4, 5, 0])
    const greatest = greatestOf('contacts', week)
    expect(greatest).toBe(5)
    expect([week.at(0, 9), week.at(1, 9)].map((of) => levelOf('contacts', of, greatest))).toEqual([6, 7])
    expect(contactsInFull(week.at(0, 9))).toBe('20 contacts in 5 days, 4 a day')
    // Means over four days of a weekday, or all days of an hour.
    expect(meanOf(week.ofWeekday(1))).toBe(10)
    expect(meanOf(week.ofHour(9))).toBeCloseTo(40 / 30, 10)
    expect(meanOf(blocksOf(week)[BLOCKS + 3]!)).toBe(10)
  })

  it('count today only for hours that have begun, and no day that is still to come', () => {
    const occurrences = occurrencesIn({
      ...november,
      now: { day: monday + 7, minute: 9 * 60 + 30, offset: 180 },
    })
    // Monday, November 9.
    expect([0, 9, 10].map((hour) => occurrences(0, hour))).toEqual([2, 2, 1])
    expect([occurrences(6, 23), occurrences(1, 0)]).toEqual([2, 1])
  })

  it('are of the days that are chosen', () => {
    const occurrences = occurrencesIn({
      ...november,
      filters: [{ by: 'day', first: monday, last: monday + 7 }],
    })
    expect([occurrences(0, 0), occurrences(6, 0)]).toEqual([2, 1])
  })
})

describe('the grain of a week', () => {
  /** The same number of calls every `every` hours from Monday 9:00. */
  const spread = (hours: number, calls: number, every = 1) =>
    weekOf(
      Array.from({ length: hours }, (_, index): HeatCell => {
        const place = 9 + index * every
        return {
          ...counts({ contacts: calls, calls, missed: 1 }),
          weekday: Math.floor(place / HOURS),
          hour: place % HOURS,
        }
      }),
      once,
    )

  it('is by hour where hours have enough calls, else blocks, else hours and weekdays, and only then nothing', () => {
    expect(grainOf('missed_rate', spread(12, 15))).toBe('hours')
    expect(grainOf('missed_rate', spread(12, 5))).toBe('blocks')
    expect(grainOf('missed_rate', spread(53, 2, 3))).toBe('margins')
    expect(grainOf('missed_rate', spread(5, 1))).toBe('hours')
    expect(grainOf('contacts', spread(5, 1))).toBe('hours')
  })

  it('is not by hour for one busy hour among many thin ones', () => {
    const busy: HeatCell = { ...counts({ contacts: 15, calls: 15 }), weekday: 6, hour: 12 }
    const thin = spread(12, 5).all.map((cell, place): HeatCell => ({
      ...cell,
      weekday: Math.floor(place / HOURS),
      hour: place % HOURS,
    }))
    expect(grainOf('missed_rate', weekOf([...thin, busy], once))).toBe('blocks')
  })

  it('loses no call', () => {
    fc.assert(
      fc.property(cells, (heat) => {
        const week = weekOf(heat, once)
        const callsOf = (parts: readonly Counts[]) => parts.reduce((sum, { calls }) => sum + calls, 0)
        expect(callsOf(blocksOf(week))).toBe(callsOf(week.all))
        for (const metric of HEAT_METRICS) {
          const grain = grainOf(metric, week)
          const shown = grain === 'blocks' ? blocksOf(week) : week.all
          if (grain === 'blocks') expect(greatestOf(metric, { all: shown })).not.toBeNull()
        }
      }),
      runs(200, 3_000),
    )
  })
})

describe('unreadWeekdays', () => {
  const monday = 20_759
  const days = { first: monday, last: monday + 27 }
  const unreadOf = (first: number, last: number, hasFailed = true) =>
    [...unreadWeekdays({ current: [{ first, last }], compared: [], hasFailed }, days)].toSorted(
      (a, b) => a - b,
    )

  it('are those of the days that could not be read', () => {
    expect(unreadOf(monday + 1, monday + 2)).toEqual([1, 2])
    expect(unreadOf(monday + 1, monday + 20)).toEqual([0, 1, 2, 3, 4, 5, 6])
  })

  it('are none while days are still being read', () => {
    expect(unreadOf(monday + 1, monday + 2, false)).toEqual([])
  })
})

it('a week’s contacts came from the first hour that has any to the last', () => {
  const at = (weekday: number, hour: number): HeatCell => ({ weekday, hour, ...counts({ contacts: 1 }) })
  expect(hoursWithContacts(weekOf([at(3, 21), at(0, 9), at(6, 12)], once))).toEqual({ first: 9, last: 21 })
  expect(hoursWithContacts(weekOf([], once))).toEqual({ first: 0, last: 23 })
})
