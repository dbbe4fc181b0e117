import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallsPage } from '#/api/calls.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { Unreadable } from '#/contract/field.ts'
import { runs } from '#/test/runs.ts'
import { isPast, newOnTop } from './use-new-contacts.ts'

const SIZE = 20

/** First page of `total` contacts; the newest has the highest id. */
const page = (total: number): CallsPage => ({
  calls: Array.from(
    { length: Math.min(total, SIZE) },
    (_, index) => ({ id: total - index }) as ListedCallRead,
  ),
  objects: [],
  statuses: {},
  services: [],
  pagination: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_objects: total },
})

test('as many are new as have come, be it more than a page', () => {
  fc.assert(
    fc.property(fc.nat(100), fc.nat(100), (before, arrived) => {
      expect(newOnTop(page(before), page(before + arrived))).toBe(arrived)
    }),
    runs(200, 5000),
  )
})

test('contacts that went are not new ones', () => {
  expect(newOnTop(page(30), page(28))).toBe(0)
  expect(newOnTop(page(3), page(0))).toBe(0)
})

test('a record that cannot be read is not counted', () => {
  const newest = { ...page(31), calls: [new Unreadable({}), ...page(30).calls] }
  expect(newOnTop(page(30), newest)).toBe(0)
})

test('only a range that ended before today gains nothing', () => {
  const past = { period: 'custom', date_from: '2026-11-01', date_to: '2026-11-19' } as const
  expect(isPast(past, '2026-11-20')).toBe(true)
  expect(isPast(past, '2026-11-19')).toBe(false)
  expect(isPast({ period: 'custom', date_from: '2026-11-01' }, '2026-11-20')).toBe(false)
  expect(isPast({ period: 'month' }, '2026-11-20')).toBe(false)
})
