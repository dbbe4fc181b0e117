import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PERIOD_PRESETS, preferences, VIEW_NAME_MAX, type SavedView } from '#/contract/preferences.ts'
import { presetRange } from '#/analytics/period.ts'
import { readJournalSearch, type JournalSearch } from '#/domain/contact-list/search.ts'
import { day, journalAddress, anyText } from '#/test/journal-address.ts'
import { runs } from '#/test/runs.ts'
import {
  freeName,
  isNameTaken,
  retainedView,
  linkedView,
  openViewOf,
  rollingChoices,
  searchOf,
  shippedSearch,
  toSavedView,
  updatedView,
  viewAt,
  viewLink,
  withView,
} from './view.ts'
import { SHIPPED_VIEWS } from '#/domain/contact-list/shipped-views.ts'

const search: fc.Arbitrary<JournalSearch> = journalAddress.map((raw) => readJournalSearch(raw).search)
const preset = fc.constantFrom(...PERIOD_PRESETS)
const TODAY = '2026-11-20'
const make = (id: string, of: JournalSearch = {}, more: Partial<SavedView> = {}): SavedView => ({
  ...toSavedView({ id, name: id, search: of, rolling: undefined, columns: undefined }),
  ...more,
})
const rollingWeek: JournalSearch = { period: 'custom', date_from: '2026-11-14', date_to: TODAY }

describe('a saved view', () => {
  test('asks for what was on the screen when it was saved, and fits the contract', () => {
    fc.assert(
      fc.property(search, anyText, day, (shown, name, today) => {
        const view = toSavedView({
          id: 'a',
          name: `x${name}`,
          search: shown,
          rolling: undefined,
          columns: ['date'],
        })
        expect(searchOf(view, today)).toEqual(shown)
        expect(preferences.safeParse({ saved_views: [view] }).success).toBe(true)
      }),
      runs(200, 5000),
    )
  })

  test('asks for the days that its preset means on whichever day, and for the rest as saved', () => {
    fc.assert(
      fc.property(search, preset, day, day, (shown, rolling, savedOn, today) => {
        const { from, to } = presetRange(rolling, savedOn)
        const custom = readJournalSearch({ ...shown, period: 'custom', date_from: from, date_to: to }).search
        const view = toSavedView({ id: 'a', name: 'a', search: custom, rolling, columns: undefined })
        const now = presetRange(rolling, today)
        expect(searchOf(view, savedOn)).toEqual({ ...custom, preset: rolling })
        expect(searchOf(view, today)).toEqual({
          ...custom,
          date_from: now.from,
          date_to: now.to,
          preset: rolling,
        })
      }),
      runs(200, 5000),
    )
  })

  test('never keeps the caller, even if one is smuggled in', () => {
    const smuggled = {
      target_filter: '1',
      from_filter: '79161234567',
      caller: '79161234567',
    } as JournalSearch
    const view = toSavedView({ id: 'a', name: 'a', search: smuggled, rolling: undefined, columns: undefined })
    expect(JSON.stringify(view)).not.toContain('7916')
    expect(view.filters).toEqual({ period: 'month', target_filter: '1' })
  })

  test('says its period out loud, so that another default would not change it', () => {
    expect(make('a').filters).toEqual({ period: 'month' })
  })
})

describe('rolling or fixed', () => {
  test('is a choice where the days are those of presets today', () => {
    expect(rollingChoices(rollingWeek, TODAY)).toEqual(['last_7_days'])
    expect(rollingChoices(rollingWeek, '2026-11-21')).toEqual([])
    expect(rollingChoices({ period: 'week' }, TODAY)).toEqual([])
    const monday: JournalSearch = { period: 'custom', date_from: '2026-11-16', date_to: '2026-11-22' }
    expect(rollingChoices(monday, '2026-11-22')).toEqual(['last_7_days', 'this_week'])
    expect(rollingChoices({ ...monday, preset: 'this_week' }, '2026-11-22')).toEqual([
      'this_week',
      'last_7_days',
    ])
    expect(rollingChoices({ period: 'custom', date_from: '2026-11-14' }, TODAY)).toEqual([])
  })

  test('an update goes on moving what moved, as far as the new days can', () => {
    const rolling = make('a', rollingWeek, { rolling: 'last_7_days' })
    const lastMonth: JournalSearch = { period: 'custom', date_from: '2026-10-01', date_to: '2026-10-31' }
    const someDays: JournalSearch = { period: 'custom', date_from: '2026-10-03', date_to: '2026-10-05' }
    const saved = { ...rollingWeek, target_filter: '1' as const }
    expect(updatedView(rolling, saved, undefined, TODAY)).toMatchObject({
      rolling: 'last_7_days',
      filters: saved,
    })
    expect(updatedView(rolling, lastMonth, undefined, TODAY).rolling).toBe('last_month')
    expect(updatedView(make('a', { period: 'week' }), lastMonth, undefined, TODAY).rolling).toBe('last_month')
    expect(updatedView(rolling, someDays, undefined, TODAY)).not.toHaveProperty('rolling')
    expect(updatedView(rolling, { period: 'week' }, undefined, TODAY)).not.toHaveProperty('rolling')
    expect(updatedView(make('a', someDays), lastMonth, undefined, TODAY)).not.toHaveProperty('rolling')
    // Days chosen as a preset are relative.
    expect(
      updatedView(make('a', someDays), { ...lastMonth, preset: 'last_month' }, undefined, TODAY).rolling,
    ).toBe('last_month')
  })

  test('an update keeps id and name, and the columns it is given', () => {
    const view = make('a', {}, { name: 'Mine', columns: ['date'] })
    expect(updatedView(view, {}, ['date', 'page'], TODAY)).toEqual({ ...view, columns: ['date', 'page'] })
  })
})

describe('the link of a view', () => {
  test('leads, on whichever day, to what the view asks for by then, and stays while it asks for that', () => {
    fc.assert(
      fc.property(search, preset, day, day, search, (saved, rolling, savedOn, today, later) => {
        const days = presetRange(rolling, savedOn)
        const view = toSavedView({
          id: 'a',
          name: 'a',
          search: { ...saved, period: 'custom', date_from: days.from, date_to: days.to },
          rolling,
          columns: undefined,
        })
        const link = viewLink('a', searchOf(view, savedOn))
        expect(link).toEqual({ ...searchOf(view, savedOn), view: 'a' })
        // The page has already updated relative days.
        const now = presetRange(rolling, today)
        const rolled = { ...link, date_from: now.from, date_to: now.to }
        expect(linkedView([view], rolled, today)).toEqual({ id: 'a', now: undefined })
        expect(linkedView([], rolled, today)).toBeNull()
        const changed = make('a', later)
        const isSame = JSON.stringify(later) === JSON.stringify(searchOf(view, today))
        expect(linkedView([changed], rolled, today)?.now).toEqual(
          isSame ? undefined : searchOf(changed, today),
        )
      }),
      runs(200, 5000),
    )
  })

  test('of a shipped one says its days and order, which are not the view’s', () => {
    fc.assert(
      fc.property(search, fc.constantFrom(...SHIPPED_VIEWS), (shown, shipped) => {
        const opened = shippedSearch(shipped, shown)
        const link = viewLink(shipped.id, opened)
        // The bare address belongs to no view.
        expect(link.view).toBe(Object.keys(opened).length === 0 ? undefined : shipped.id)
        const oldest = { ...opened, order_way: 'ASC', view: shipped.id } as const
        expect(linkedView([], oldest, TODAY)).toEqual({ id: shipped.id, now: undefined })
        expect(retainedView(oldest, { ...oldest, period: 'year' })).toBe(shipped.id)
        expect(retainedView(oldest, { ...oldest, uri_filter: '/another' })).toBeUndefined()
        const { period, date_from, date_to } = shown
        expect(linkedView([], { ...shown, uri_filter: '/another', view: shipped.id }, TODAY)?.now).toEqual({
          ...(period && { period }),
          ...(date_from && { date_from }),
          ...(date_to && { date_to }),
          ...shipped.filters,
        })
      }),
      runs(200, 5000),
    )
  })
})

describe('which view is open', () => {
  test('the one that was opened, however its filters are changed, while it exists', () => {
    fc.assert(
      fc.property(search, search, (saved, shown) => {
        const views = [make('a', shown), make('b', saved)]
        const open = openViewOf(views, shown, 'b', TODAY)
        expect(open?.own).toBe(views[1])
        expect(open?.changed).toBe(JSON.stringify(saved) !== JSON.stringify(shown))
        expect(openViewOf([make('a', saved)], saved, 'gone', TODAY)?.id).not.toBe('gone')
      }),
      runs(200, 5000),
    )
  })

  test('by a link: the first of the own views that ask for just that', () => {
    const views = [
      make('a', { period: 'week' }),
      make('b', { target_filter: '1' }),
      make('c', { target_filter: '1' }),
    ]
    expect(openViewOf(views, { target_filter: '1' }, undefined, TODAY)).toMatchObject({
      id: 'b',
      changed: false,
    })
    expect(openViewOf(views, { period: 'week', target_filter: '1' }, undefined, TODAY)?.id).toBe('target')
    expect(openViewOf(views, { target_filter: '1', uri_filter: '/a' }, undefined, TODAY)).toBeUndefined()
    expect(openViewOf(views, { target_filter: '1' }, 'target', TODAY)).toMatchObject({
      id: 'target',
      own: null,
    })
  })

  test('a rolling one, by the days it has today', () => {
    const views = [make('a', rollingWeek, { rolling: 'last_7_days' })]
    const next: JournalSearch = { period: 'custom', date_from: '2026-11-15', date_to: '2026-11-21' }
    expect(openViewOf(views, rollingWeek, undefined, TODAY)?.id).toBe('a')
    expect(openViewOf(views, next, undefined, '2026-11-21')?.id).toBe('a')
    expect(openViewOf(views, rollingWeek, undefined, '2026-11-21')?.id).toBe('all')
  })

  test('the bare address is all contacts, whatever views are saved', () => {
    expect(openViewOf([make('a')], {}, undefined, TODAY)?.id).toBe('all')
    expect(openViewOf([make('a')], {}, 'a', TODAY)?.id).toBe('a')
  })

  test('shipped ones in every period and order, and with it they are opened', () => {
    fc.assert(
      fc.property(search, fc.constantFrom(...SHIPPED_VIEWS), (shown, view) => {
        const opened = shippedSearch(view, shown)
        expect(openViewOf([], opened, undefined, TODAY)).toEqual({ id: view.id, own: null, changed: false })
        expect([opened.period, opened.date_from, opened.date_to]).toEqual([
          shown.period,
          shown.date_from,
          shown.date_to,
        ])
        expect(openViewOf([], { ...opened, order_field: 'duration' }, undefined, TODAY)?.id).toBe(view.id)
      }),
      runs(200, 5000),
    )
  })
})

describe('the list of views', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 20 })
  test('moving one is a permutation that puts it there, however often it is repeated', () => {
    fc.assert(
      fc.property(ids, fc.nat(), fc.nat(), (all, which, to) => {
        const views = all.map((id) => make(id))
        const view = views[which % views.length]!
        const place = to % views.length
        const moved = viewAt(views, view, place)
        expect(moved.toSorted((a, b) => all.indexOf(a.id) - all.indexOf(b.id))).toEqual(views)
        expect(moved[place]).toBe(view)
        expect(viewAt(moved, view, place)).toEqual(moved)
        const others = views.filter((one) => one !== view)
        expect(moved.filter((one) => one !== view)).toEqual(others)
        expect(viewAt(others, view, views.indexOf(view))).toEqual(views)
      }),
      runs(200, 5000),
    )
  })

  test('one is put at its own place, a new one to the end', () => {
    const [a, b] = [make('a'), make('b')]
    const changed = { ...a, name: 'A' }
    expect(withView([a, b], changed)).toEqual([changed, b])
    expect(withView([a], b)).toEqual([a, b])
    expect(withView(withView([a], b), b)).toEqual([a, b])
  })

  test('a free name is free, keeps its beginning and fits', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 150 }), fc.array(fc.string()), (name, others) => {
        const taken = [...others, name.trim().slice(0, VIEW_NAME_MAX)]
        const free = freeName(name, taken)
        expect(isNameTaken(free, taken)).toBe(false)
        expect(free.length).toBeLessThanOrEqual(VIEW_NAME_MAX)
      }),
      runs(200, 5000),
    )
    expect(freeName('Target', ['target', 'Target 2'])).toBe('Target 3')
    expect(freeName('Target', [])).toBe('Target')
  })
})
