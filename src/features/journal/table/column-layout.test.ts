import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LOCALES, setLocale } from '#/i18n/locale.ts'
import { runs } from '#/test/runs.ts'
import type { CallField, ColumnId } from '#/contract/call-fields.ts'
import { columnsFor } from './columns.ts'
import {
  choiceOf,
  clampWidth,
  gridOf,
  columnsToStore,
  MAX_WIDTH,
  MIN_WIDTH,
  movedTo,
  shownOf,
} from './column-layout.ts'

const NOTHING = new Set<CallField>()
const all = columnsFor(null, NOTHING)
const ids = all.map(({ id }) => id)
/** Stored columns may be of other versions or repeated. */
const stored = fc.array(fc.constantFrom<string>(...ids, 'mood', 'weather'), { maxLength: 20 })
const available = fc
  .tuple(fc.constantFrom(null, 'o1'), fc.subarray(all.flatMap(({ shows }) => shows?.field ?? [])))
  .map(([oid, hidden]) => columnsFor(oid, new Set(hidden)))
const inOrderOf = (some: readonly string[], order: readonly string[]) =>
  order.filter((one) => some.includes(one))

describe('which columns there are', () => {
  test('sixteen and four of our own, of which ten are shown to who has chosen nothing', () => {
    expect(ids).toHaveLength(20)
    expect(shownOf(all, undefined)).toHaveLength(10)
    expect(shownOf(all, undefined)).not.toContain('service')
  })

  test.each(LOCALES)('the ten fit a window of 1440 beside the rail and a scroll bar, in %s', (locale) => {
    setLocale(locale)
    const usual = columnsFor(null, NOTHING).filter(({ id }) => shownOf(all, undefined).includes(id))
    expect(gridOf(usual, {}).least).toBeLessThanOrEqual(1440 - 176 - 15)
    setLocale('en')
  })

  test.each(LOCALES)(
    'at 1280 the page gives way beside a rail of icons, with it the deal beside one of words, in %s',
    (locale) => {
      setLocale(locale)
      const without = (...gone: ColumnId[]) => shownOf(all, undefined).filter((id) => !gone.includes(id))
      for (const [rail, shown] of [
        [56, without('page')],
        [176, without('page', 'crm')],
      ] as const) {
        const room = 1280 - rail - 16
        expect(shownOf(all, undefined, room)).toEqual(shown)
        expect(
          gridOf(
            all.filter(({ id }) => shown.includes(id)),
            {},
          ).least,
        ).toBeLessThanOrEqual(room)
      }
      // Chosen or narrowed columns stay.
      expect(shownOf(all, ['date', 'page', 'crm'], 100)).toEqual(['date', 'page', 'crm'])
      expect(shownOf(all, undefined, 1208, { source: 160 })).toEqual(without())
      setLocale('en')
    },
  )

  test('an object’s journal has none for the object, and hidden fields take theirs, never the date', () => {
    const there = columnsFor('o1', new Set(['date', 'managers', 'record_url'] as const)).map(({ id }) => id)
    expect(there).toEqual(ids.filter((id) => !['object', 'manager', 'recording'].includes(id)))
  })
})

describe('order', () => {
  test('what is shown is there, once, with the date first, and in the order that was kept', () => {
    fc.assert(
      fc.property(available, stored, (columns, names) => {
        const shown = shownOf(columns, names)
        const there = columns.map(({ id }) => id)
        expect(shown[0]).toBe('date')
        expect(new Set(shown).size).toBe(shown.length)
        expect(shown.every((id) => there.includes(id))).toBe(true)
        const once = [...new Set(names)].filter((one) => one !== 'date')
        expect(shown.slice(1)).toEqual(once.filter((one) => there.some((id) => id === one)))
      }),
      runs(200, 5000),
    )
  })

  test('the choice has every column once, the shown ones in their order', () => {
    fc.assert(
      fc.property(available, stored, (columns, names) => {
        const shown = shownOf(columns, names)
        const choice = choiceOf(columns, shown)
        expect(choice.toSorted()).toEqual(columns.map(({ id }) => id).toSorted())
        expect(inOrderOf(shown, choice)).toEqual(shown)
        expect(choice[0]).toBe('date')
      }),
      runs(200, 5000),
    )
  })

  test('a column that was left out is offered at its usual place', () => {
    const shown = ids.filter((id) => id !== 'page')
    expect(choiceOf(all, shown)).toEqual(ids)
    const choice = choiceOf(all, ['date', 'crm', 'source'])
    expect(choice[choice.indexOf('source') + 1]).toBe('page')
  })

  test('choosing in one journal keeps what only others have, and shows what was chosen', () => {
    fc.assert(
      fc.property(available, stored, stored, (columns, before, choice) => {
        const shown = shownOf(columns, choice)
        const next = columnsToStore(shown, before, columns)
        expect(shownOf(columns, next)).toEqual(shown)
        for (const one of before) if (!columns.some(({ id }) => id === one)) expect(next).toContain(one)
      }),
      runs(200, 5000),
    )
    expect(columnsToStore(['date', 'status', 'caller'], ids, columnsFor('o1', NOTHING))).toContain('object')
  })

  test('moving one moves no other past another, and none before the date', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), fc.integer({ min: -3, max: 30 }), (id, to) => {
        const next = movedTo(ids, id, to)
        const without = (list: readonly ColumnId[]) => list.filter((one) => one !== id)
        expect(without(next)).toEqual(without(ids))
        expect(next[0]).toBe('date')
        if (id !== 'date') expect(next.indexOf(id)).toBe(Math.min(Math.max(to, 1), ids.length - 1))
      }),
      runs(200, 5000),
    )
  })
})

describe('width', () => {
  test('is in whole pixels, neither too narrow to take hold of nor endless', () => {
    expect([clampWidth(3), clampWidth(99.6), clampWidth(1e6)]).toEqual([MIN_WIDTH, 100, MAX_WIDTH])
  })

  test('what is to spare goes where text is cut, the rest to the source, until one has a width of its own', () => {
    const three = all.filter(({ id }) => ['date', 'source', 'page'].includes(id))
    const [date, source, page] = three.map(({ width }) => width)
    expect(gridOf(three, {})).toEqual({
      template: `${date}px minmax(${source}px, 1fr) minmax(${page}px, 200px)`,
      least: date! + source! + page!,
    })
    expect(gridOf(three, { source: 300, page: 50 })).toEqual({
      template: `${date}px 300px 50px minmax(0, 1fr)`,
      least: date! + 350,
    })
  })
})
