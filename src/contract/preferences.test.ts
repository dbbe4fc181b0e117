import { describe, expect, test } from 'vitest'
import { callFilterSchemas } from './call-filters.ts'
import {
  ALIASES_MAX,
  COUNTED_NAME_MAX,
  mergePreferences,
  PERIOD_PRESETS,
  preferences,
  readPreferences,
  SAVED_VIEWS_MAX,
  SPEND_ROWS_MAX,
  VIEW_NAME_MAX,
} from './preferences.ts'

const view = { id: 'a', name: 'Mine', filters: { period: 'month' } }
const accepts = (...saved_views: unknown[]) => preferences.safeParse({ saved_views }).success

describe('saved views', () => {
  test('hold every filter and the order, the caller apart', () => {
    const { from_filter: _, ...stored } = callFilterSchemas
    const filters = {
      period: 'custom',
      date_from: '2026-11-14',
      date_to: '2026-11-20',
      source_filter: 'a',
      source_text_filter: 'b',
      target_filter: '1',
      repeated_filter: '1',
      uri_filter: '/c',
      duration_filter: 'gt1m',
      status_filter: 'BUSY',
      order_field: 'duration',
      order_way: 'ASC',
    }
    expect(Object.keys(filters).toSorted()).toEqual(Object.keys(stored).toSorted())
    expect(accepts({ ...view, filters })).toBe(true)
    expect(accepts({ ...view, filters: { ...filters, from_filter: '79161234567' } })).toBe(false)
    expect(accepts({ ...view, from_filter: '79161234567' })).toBe(false)
  })

  test('move by one of the presets, and by nothing else', () => {
    for (const rolling of PERIOD_PRESETS) expect(accepts({ ...view, rolling })).toBe(true)
    expect(accepts({ ...view, rolling: 'last_9_days' })).toBe(false)
    expect(accepts({ ...view, rolling: null })).toBe(false)
  })

  test('name their columns as the code does, 40 at most', () => {
    expect(accepts({ ...view, columns: ['date', 'custom_status'] })).toBe(true)
    expect(accepts({ ...view, columns: ['+7 916 123-45-67'] })).toBe(false)
    expect(accepts({ ...view, columns: Array.from({ length: 41 }, () => 'date') })).toBe(false)
  })

  test('are 200 at most, with names of 1 to 100 letters', () => {
    const many = Array.from({ length: SAVED_VIEWS_MAX }, (_, index) => ({ ...view, id: String(index) }))
    expect(accepts(...many)).toBe(true)
    expect(accepts(...many, view)).toBe(false)
    expect(accepts({ ...view, name: '' })).toBe(false)
    expect(accepts({ ...view, name: 'ы'.repeat(VIEW_NAME_MAX) })).toBe(true)
    expect(accepts({ ...view, name: 'ы'.repeat(VIEW_NAME_MAX + 1) })).toBe(false)
  })

  test('that cannot be read take neither other views nor other sections with them', () => {
    const odd = { ...view, caller: '79161234567' }
    expect(readPreferences({ saved_views: [odd, view], won_statuses: ['Paid'] })).toEqual({
      saved_views: [view],
      won_statuses: ['Paid'],
    })
  })
})

describe('count-as rules', () => {
  const rule = { by: 'source', raw: 'yandex', as: 'Yandex' }
  const takes = (...count_as: unknown[]) => preferences.safeParse({ count_as }).success

  test('speak of sources and campaigns by their names, and of nothing else', () => {
    expect(takes(rule, { ...rule, by: 'campaign' })).toBe(true)
    expect(takes({ ...rule, by: 'caller' })).toBe(false)
    expect(takes({ ...rule, caller: '79161234567' })).toBe(false)
    expect(takes({ ...rule, as: '' })).toBe(false)
    expect(takes({ ...rule, raw: 'ы'.repeat(COUNTED_NAME_MAX) })).toBe(true)
    expect(takes({ ...rule, raw: 'ы'.repeat(COUNTED_NAME_MAX + 1) })).toBe(false)
  })

  test('are 500 at most', () => {
    const many = Array.from({ length: ALIASES_MAX }, (_, index) => ({ ...rule, raw: String(index) }))
    expect(takes(...many)).toBe(true)
    expect(takes(...many, rule)).toBe(false)
  })

  test('of the shape they once had are left out, and take no other section with them', () => {
    const once = { status: 3, as: 'answered' }
    expect(readPreferences({ count_as: [once, rule], won_statuses: ['Paid'] })).toEqual({
      count_as: [rule],
      won_statuses: ['Paid'],
    })
  })
})

describe('spend', () => {
  const row = { client: '7', object: null, source: 'Ads', campaign: null, months: { '2026-11': 12.5 } }
  const takes = (...spend: unknown[]) => preferences.safeParse({ spend }).success
  const takesMonths = (months: unknown) => takes({ ...row, months })

  test('says whose it is, of what, and how much in which months', () => {
    expect(takes(row, { ...row, client: null, object: 'a', campaign: 'autumn' })).toBe(true)
    const { client: _, ...ofNobody } = row
    expect(takes(ofNobody)).toBe(false)
    expect(takes({ ...row, currency: 'RUB' })).toBe(false)
    expect(takes({ ...row, source: '' })).toBe(false)
  })

  test.each([
    [{ '2026-11': 0, '2026-12': 1e12 }, true],
    [{ '2026-13': 1 }, false],
    [{ '2026-11-01': 1 }, false],
    [{ '2026-11': -1 }, false],
    [{ '2026-11': Infinity }, false],
    [{ '2026-11': { amount: 1, first: 1, last: 21 } }, true],
    [{ '2026-11': { amount: 1, first: 21, last: 1 } }, false],
    [{ '2026-11': { amount: 1, first: 0, last: 32 } }, false],
    [
      {
        '2026-11': [
          { amount: 1, first: 1, last: 7 },
          { amount: 2, first: 8, last: 14 },
        ],
      },
      true,
    ],
    [{ '2026-11': [{ amount: 1, first: 1, last: 7 }] }, false],
    [{ '2026-11': Array.from({ length: 32 }, () => ({ amount: 1, first: 1, last: 7 })) }, false],
  ])('%j: %s', (months, isTaken) => expect(takesMonths(months)).toBe(isTaken))

  test('is 2000 rows of 120 months at most', () => {
    const rows = Array.from({ length: SPEND_ROWS_MAX }, (_, index) => ({ ...row, source: String(index) }))
    expect(takes(...rows)).toBe(true)
    expect(takes(...rows, row)).toBe(false)
    const months = Array.from({ length: 121 }, (_, index) => [
      `20${String(10 + Math.floor(index / 12))}-${String((index % 12) + 1).padStart(2, '0')}`,
      1,
    ])
    expect(takesMonths(Object.fromEntries(months.slice(1)))).toBe(true)
    expect(takesMonths(Object.fromEntries(months))).toBe(false)
  })

  test('of a shape that was never written is left out, and takes no other section with it', () => {
    const before = { object: null, source: 'Ads', from: '2026-11-01', to: '2026-11-30', amount: 1 }
    expect(readPreferences({ spend: [before, row], won_statuses: ['Paid'] })).toEqual({
      spend: [row],
      won_statuses: ['Paid'],
    })
  })
})

describe('of a newer version', () => {
  const later = { ...view, id: 'b', filters: { mood: 'x' } }
  const stored = {
    dashboards: [{ name: 'Board' }],
    saved_views: [later, view],
    columns: {
      contacts: { shown: ['date'], order: { column: 'date', direction: 'sideways' }, density: 'tight' },
      deals: { shown: ['price'] },
    },
    pins: { objects: ['1'], sources: ['Ads'] },
    won_statuses: ['Paid'],
  }

  test('sections, fields and entries are not shown, and what this version knows beside them is', () => {
    expect(readPreferences(stored)).toEqual({
      saved_views: [view],
      columns: { contacts: { shown: ['date'] } },
      pins: { objects: ['1'] },
      won_statuses: ['Paid'],
    })
    for (const raw of [null, 'text', [view], 5]) expect(readPreferences(raw)).toEqual({})
  })

  test('a save of what is shown changes nothing', () => {
    const merged = mergePreferences(stored, readPreferences(stored))
    expect(merged).toEqual({ ...stored, saved_views: [view, later] })
    expect(mergePreferences(merged, {})).toEqual(merged)
  })

  test('what this version knows is replaced and deleted beside them', () => {
    expect(
      mergePreferences(stored, {
        saved_views: [],
        columns: { contacts: { shown: ['date', 'source'] } },
        pins: {},
        won_statuses: [],
      }),
    ).toEqual({
      ...stored,
      saved_views: [later],
      columns: { ...stored.columns, contacts: { ...stored.columns.contacts, shown: ['date', 'source'] } },
      pins: { sources: ['Ads'] },
      won_statuses: [],
    })
  })
})
