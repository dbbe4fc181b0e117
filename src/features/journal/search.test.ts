import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALL_FILTERS, DURATION_FILTERS, ORDER_FIELDS, ORDER_WAYS, PERIODS } from '#/contract/call-filters.ts'
import { parseSearch, stringifySearch } from '#/search-params.ts'
import { cleanArrival } from './arrival.ts'
import { readJournalSearch, toCallFilters } from './search.ts'

const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
const address = fc.record(
  {
    period: fc.constantFrom(...PERIODS),
    date_from: day,
    date_to: day,
    source_filter: text,
    source_text_filter: text,
    target_filter: fc.constant('1'),
    repeated_filter: fc.constant('1'),
    uri_filter: text,
    duration_filter: fc.constantFrom(...DURATION_FILTERS),
    status_filter: text,
    order_field: fc.constantFrom(...ORDER_FIELDS),
    order_way: fc.constantFrom(...ORDER_WAYS),
  },
  { requiredKeys: [] },
)

describe('the journal in the address', () => {
  test('comes back from the address as it went in', () => {
    fc.assert(
      fc.property(address, (raw) => {
        const { search } = readJournalSearch(raw)
        const again = readJournalSearch(parseSearch(stringifySearch(search)))
        expect(again).toEqual({ search, caller: null, dropped: [] })
      }),
    )
  })

  test('is written plainly, in one order, without defaults', () => {
    const { search } = readJournalSearch({
      order_way: 'ASC',
      target_filter: '1',
      period: 'month',
      uri_filter: '/a b',
    })
    expect(stringifySearch(search)).toBe('?target_filter=1&uri_filter=%2Fa+b&order_way=ASC')
  })

  test('never fails, and names what it drops', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...CALL_FILTERS, 'nonsense'), fc.anything()), (raw) => {
        const { search, dropped } = readJournalSearch(raw)
        for (const name of dropped) expect(search).not.toHaveProperty(name)
      }),
    )
    expect(
      readJournalSearch({ period: 'decade', target_filter: 'true', date_from: '2026-02-30' }),
    ).toMatchObject({
      search: {},
      dropped: ['period', 'date_from', 'target_filter'],
    })
  })

  test('takes days without a period for a custom one, and refuses a range that runs backwards', () => {
    expect(readJournalSearch({ date_from: '2026-11-01' }).search).toEqual({
      period: 'custom',
      date_from: '2026-11-01',
    })
    expect(readJournalSearch({ period: 'week', date_from: '2026-11-01' }).search).toEqual({ period: 'week' })
    expect(readJournalSearch({ period: 'custom', date_from: '2026-11-09', date_to: '2026-11-01' })).toEqual({
      search: {},
      caller: null,
      dropped: ['date_from', 'date_to'],
    })
  })

  test('always asks the service for a period, and for the caller by digits', () => {
    expect(toCallFilters({}, undefined)).toEqual({ period: 'month' })
    expect(toCallFilters({ period: 'all' }, '8 (916) 482-17-05')).toEqual({
      period: 'all',
      from_filter: '79164821705',
    })
    expect(toCallFilters({}, 'anonymous')).toEqual({ period: 'month', from_filter: 'anonymous' })
  })
})

describe('arriving by a link', () => {
  test('moves the caller out of the address and keeps the rest', () => {
    expect(cleanArrival('/calls?client=7&from_filter=79164821705&target_filter=1')).toEqual({
      href: '/calls?client=7&target_filter=1',
      state: { caller: '79164821705' },
    })
  })
  test('tells what was dropped', () => {
    expect(cleanArrival('/objects/abc/calls?period=decade')).toEqual({
      href: '/objects/abc/calls',
      state: { dropped: ['period'] },
    })
  })
  test('leaves clean addresses and other pages alone', () => {
    expect(cleanArrival('/calls?period=all')).toBeNull()
    expect(cleanArrival('/objects?from_filter=1')).toBeNull()
  })
})
