import * as fc from 'fast-check'
import { isDay } from '#/contract/day.ts'
import { describe, expect, test } from 'vitest'
import {
  CALL_FILTERS,
  callFilterSchemas,
  DURATION_FILTER,
  objectFiltersAnswer,
  readCallFilters,
} from './call-filters.ts'

const ALL = {
  period: 'custom',
  date_from: '2026-10-01',
  date_to: '2026-10-31',
  source_filter: 'UTM',
  source_text_filter: 'ads',
  target_filter: '1',
  repeated_filter: '1',
  uri_filter: '/prices',
  from_filter: '74951234567',
  duration_filter: 'gt1m',
  status_filter: 'ANSWER',
  order_field: 'duration',
  order_way: 'ASC',
}

describe('readCallFilters', () => {
  test('reads every documented filter', () => {
    expect(readCallFilters(ALL)).toEqual({ filters: ALL, dropped: [] })
  })

  test('keeps the order of the document, whatever order they come in', () => {
    const { filters } = readCallFilters(Object.fromEntries(Object.entries(ALL).toReversed()))
    expect(Object.keys(filters)).toEqual(CALL_FILTERS)
  })

  test('empty values count as absent, other parameters are not filters', () => {
    const raw = { period: '', source_filter: null, status_filter: undefined, page: '2', client: 'c1' }
    expect(readCallFilters(raw)).toEqual({ filters: {}, dropped: [] })
  })

  test.each([
    ['period', 'fortnight'],
    ['period', ['day']],
    ['date_from', '2026-02-30'],
    ['date_from', '01.02.2026'],
    ['date_to', '2026-1-1'],
    ['target_filter', '0'],
    ['target_filter', 'true'],
    ['repeated_filter', '2'],
    ['duration_filter', 'gt2m'],
    ['duration_filter', 'constructor'],
    ['order_field', 'date'],
    ['order_way', 'asc'],
    ['source_filter', 'x'.repeat(257)],
    ['status_filter', { a: 1 }],
  ] as const)('an invalid %s (%j) is dropped by name and the others stay', (name, value) => {
    const { [name]: _replaced, ...others } = ALL
    expect(readCallFilters({ ...ALL, [name]: value })).toEqual({ filters: others, dropped: [name] })
  })

  test('a number that the address turned into one is read as its text', () => {
    expect(readCallFilters({ target_filter: 1, status_filter: 31, from_filter: 74951234567 })).toEqual({
      filters: { target_filter: '1', status_filter: '31', from_filter: '74951234567' },
      dropped: [],
    })
  })

  test('whatever comes: each filter is valid, dropped, or absent, and reading again changes nothing', () => {
    const raw = fc.dictionary(fc.constantFrom(...CALL_FILTERS, 'other'), fc.oneof(fc.anything(), fc.string()))
    fc.assert(
      fc.property(raw, (given) => {
        const { filters, dropped } = readCallFilters(given)
        for (const name of CALL_FILTERS) {
          const value = filters[name]
          if (value !== undefined) expect(callFilterSchemas[name].safeParse(value).success).toBe(true)
          expect(value !== undefined && dropped.includes(name)).toBe(false)
        }
        expect(readCallFilters(filters)).toEqual({ filters, dropped: [] })
      }),
    )
  })
})

describe('isDay', () => {
  test('every day of the calendar is one, in any leap year too', () => {
    const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(fc.property(dates, (date) => isDay(date.toISOString().slice(0, 10))))
  })

  test.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-31',
    '2026-11-1',
    ' 2026-11-01',
    '2026-11-01T00:00',
    '',
  ])('%j is none', (value) => expect(isDay(value)).toBe(false))
})

test('duration codes cover every length; the first five do not overlap (4.4, G7)', () => {
  const steps = ['lt30s', 'f30t60s', 'f1t5m', 'f5t10m', 'gt10m'] as const
  const edges = steps.map((code) => DURATION_FILTER[code])
  expect(edges[0]?.from).toBe(0)
  expect(edges.at(-1)?.to).toBe(Infinity)
  for (const [index, { from }] of edges.slice(1).entries()) expect(from).toBe(edges[index]?.to)
})

test('the filters answer is read pair by pair: labels stay, codes of other types are null (4.4, G26)', () => {
  const parsed = objectFiltersAnswer.lenient.safeParse({
    sources: [['—', null], ['Direct', 'TYPEIN'], ['Odd', { code: 1 }], 'text', [7, 'UTM'], []],
    durations: null,
    call_statuses: [
      ['Our own', 31],
      ['Answered', 'ANSWER'],
    ],
  })
  expect(parsed.data).toEqual({
    sources: [
      ['—', null],
      ['Direct', 'TYPEIN'],
      ['Odd', null],
    ],
    durations: [],
    call_statuses: [
      ['Our own', 31],
      ['Answered', 'ANSWER'],
    ],
  })
})
