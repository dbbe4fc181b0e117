import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallFilters } from '#/contract/call-filters.ts'
import { setLocale } from '#/i18n/locale.ts'
import { describeJournal, exportFileName } from './describe.ts'

beforeEach(() => {
  setLocale('en')
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

test.each<[string | null, CallFilters, string]>([
  [null, { period: 'month' }, 'callboard-all-month-2026-11-20-contacts'],
  [
    'Northline: doors & windows',
    { period: 'custom', date_from: '2026-11-01', date_to: '2026-11-20' },
    'callboard-northline-doors-windows-2026-11-01_2026-11-20-contacts',
  ],
  [
    'Домоград Окна',
    { period: 'custom', date_from: '2026-11-01' },
    'callboard-домоград-окна-2026-11-01_-contacts',
  ],
  ['../../<con>\u202E', { period: 'day' }, 'callboard-con-day-2026-11-20-contacts'],
  ['\0/:*', { period: 'all' }, 'callboard-all-all-2026-11-20-contacts'],
  ['x'.repeat(300), { period: 'all' }, `callboard-${'x'.repeat(60)}-all-2026-11-20-contacts`],
])('%j with %j is the file %s', (object, filters, name) => {
  expect(exportFileName(null, object, filters)).toBe(name)
  expect(exportFileName('Sever Group', object, filters)).toBe(`sever-group-${name}`)
})

test('says object, period, filters and order in words', () => {
  expect(
    describeJournal(
      'Sever Group',
      'Northline',
      {
        period: 'custom',
        date_from: '2026-11-01',
        date_to: '2026-11-20',
        target_filter: '1',
        status_filter: '77',
        from_filter: '+74951234567',
        order_field: 'duration',
        order_way: 'ASC',
      },
      {
        sources: [],
        statuses: [],
        customStatuses: [{ code: '77', label: 'Договор' }],
        partial: false,
        failed: false,
      },
    ),
  ).toEqual([
    { name: 'Client', value: 'Sever Group' },
    { name: 'Object', value: 'Northline' },
    { name: 'Period', value: 'Nov 1, 2026 – Nov 20, 2026' },
    { name: 'Target only', value: 'Yes' },
    { name: 'Caller', value: '+7 495 123-45-67' },
    { name: 'Status', value: 'Договор' },
    { name: 'Sorting', value: 'Duration ↑' },
  ])
})
