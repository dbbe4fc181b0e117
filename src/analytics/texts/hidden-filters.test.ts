import { expect, test } from 'vitest'
import { hiddenApiFilters, hiddenArchiveFilters } from './hidden-filters.ts'

const PHONES = new Set(['phone_number_from'])

test('filters and orders that would tell of a hidden field', () => {
  expect(hiddenApiFilters({ from_filter: '7916', target_filter: '1' }, PHONES)).toEqual(['from_filter'])
  expect(hiddenApiFilters({ order_field: 'from' }, PHONES)).toEqual(['order_field'])
  expect(hiddenApiFilters({ from_filter: '', order_field: 'duration', period: 'month' }, PHONES)).toEqual([])
  expect(hiddenApiFilters({ period: 'month' }, new Set(['date']))).toEqual([])
  expect(hiddenApiFilters({ source_filter: 'yandex' }, new Set(['source']))).toEqual(['source_filter'])
  expect(hiddenApiFilters({ source_filter: 'yandex' }, new Set(['src']))).toEqual(['source_filter'])
  expect(hiddenApiFilters({ status_filter: '17' }, new Set(['custom_status']))).toEqual(['status_filter'])
  expect(hiddenApiFilters({ status_filter: 'ANSWER' }, new Set(['custom_status']))).toEqual([])
})

test('the archive’s filters too; digits in a text are a number', () => {
  expect(hiddenArchiveFilters({ has_caller: '1', q: 'price' }, PHONES)).toEqual(['has_caller'])
  expect(hiddenArchiveFilters({ q: 'call 916 back' }, PHONES)).toEqual(['q'])
  // Two digits at a time, and digits that the search normalises.
  expect(hiddenArchiveFilters({ q: '45 67' }, PHONES)).toEqual(['q'])
  expect(hiddenArchiveFilters({ q: '9 1 6' }, PHONES)).toEqual(['q'])
  expect(hiddenArchiveFilters({ q: '\uFF19\uFF11\uFF16' }, PHONES)).toEqual(['q'])
  expect(hiddenArchiveFilters({ q: '\u2468\u2460\u2465' }, PHONES)).toEqual(['q'])
  expect(hiddenArchiveFilters({ q: '3 rooms' }, PHONES)).toEqual([])
  expect(hiddenArchiveFilters({ uri_filter: 'phone=7926' }, PHONES)).toEqual(['uri_filter'])
  expect(hiddenApiFilters({ uri_filter: 'phone=7926' }, PHONES)).toEqual(['uri_filter'])
  expect(hiddenApiFilters({ source_text_filter: '79', uri_filter: '/thanks' }, PHONES)).toEqual([
    'source_text_filter',
  ])
  expect(hiddenArchiveFilters({ region: 'Moscow' }, new Set(['region']))).toEqual(['region'])
})
