import { describe, expect, test } from 'vitest'
import { callFilterSchemas } from './call-filters.ts'
import {
  COUNT_AS_MAX,
  COUNTED_NAME_MAX,
  PERIOD_PRESETS,
  preferences,
  readPreferences,
  SAVED_VIEWS_MAX,
  VIEW_NAME_MAX,
} from './preferences.ts'

const view = { id: 'a', name: 'Mine', filters: { period: 'month' } }
const accepts = (...saved_views: unknown[]) => preferences.safeParse({ saved_views }).success

describe('saved views', () => {
  test('hold every filter and the order, the caller apart', () => {
    const { from_filter: _, ...kept } = callFilterSchemas
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
    expect(Object.keys(filters).toSorted()).toEqual(Object.keys(kept).toSorted())
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

  test('that cannot be read take no other section with them', () => {
    expect(
      readPreferences({ saved_views: [{ ...view, caller: '79161234567' }], won_statuses: ['Paid'] }),
    ).toEqual({ won_statuses: ['Paid'] })
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
    const many = Array.from({ length: COUNT_AS_MAX }, (_, index) => ({ ...rule, raw: String(index) }))
    expect(takes(...many)).toBe(true)
    expect(takes(...many, rule)).toBe(false)
  })

  test('of the shape they once had are left out, and take no other section with them', () => {
    expect(readPreferences({ count_as: [{ status: 3, as: 'answered' }], won_statuses: ['Paid'] })).toEqual({
      won_statuses: ['Paid'],
    })
    expect(readPreferences({ count_as: [rule] })).toEqual({ count_as: [rule] })
  })
})
