import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ListFilters } from '#/contract/archive/filters.ts'
import type { CallFilters } from '#/contract/call-filters.ts'
import { setLocale } from '#/i18n/locale.ts'
import { describeJournal, exportFileName } from './export-dialog.tsx'

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
  ['x'.repeat(300), { period: 'all' }, `callboard-${'x'.repeat(26)}-all-2026-11-20-contacts`],
])('%j with %j is the file %s', (object, filters, name) => {
  expect(exportFileName(null, object, filters)).toBe(name)
  expect(exportFileName('Sever Group', object, filters)).toBe(`sever-group-${name}`)
})

const CUSTOM = { period: 'custom', date_from: '2026-11-01', date_to: '2026-11-20' } as const
const OPTIONS = {
  sources: [{ code: '5', label: 'Органический поиск' }],
  statuses: [],
  customStatuses: [{ code: '77', label: 'Договор' }],
  partial: false,
  failed: false,
}
test.each<[ListFilters, string]>([
  [{ target_filter: '1', status_filter: 'ANSWER' }, 'target-only-answered'],
  [{ source_filter: '5', status_filter: '77' }, 'органический-поиск-договор'],
  [{ has_deal: '1', not_reached: '1', source: 'Maps|~' }, 'missed-callers-deal-given-maps-none'],
  [{ from_filter: '+74951234567', q: 'Anna 8 (495) 123' }, 'caller-text'],
  [{ uri_filter: '/call/+7 495 123-45-67' }, 'page-address'],
])('of filters %j the file is named %s', (filters, words) => {
  expect(exportFileName('Sever Group', null, { ...CUSTOM, ...filters }, OPTIONS)).toMatch(
    new RegExp(`^sever-group-callboard-all-${words}-2026-11-01_2026-11-20-contacts$`),
  )
})

test('a long name keeps client, object and days, and counts the filters there is no room for', () => {
  const filters = {
    ...CUSTOM,
    target_filter: '1',
    repeated_filter: '1',
    duration_filter: 'gt10m',
    region: 'Москва и Московская область|Санкт-Петербург',
    manager: 'Константин Константинопольский',
    source: 'Поисковая реклама',
  } as const
  const name = exportFileName('Юридический центр «Право» Казань', 'Окна и двери на заказ', filters)
  expect(name).toBe(
    'юридический-центр-право-callboard-окна-и-двери-на-заказ-and-6-more-2026-11-01_2026-11-20-contacts',
  )
  expect(name.length).toBeLessThanOrEqual(106)
  const longest = exportFileName('y'.repeat(99), 'x'.repeat(99), filters)
  expect(longest).toBe(
    `${'y'.repeat(26)}-callboard-${'x'.repeat(26)}-and-6-more-2026-11-01_2026-11-20-contacts`,
  )
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
