import { expect, test } from 'vitest'
import { periodRange } from './period.ts'

test('the days of a period: the service’s words roll up to today, what has no beginning has none', () => {
  const today = '2026-11-20'
  expect(periodRange({}, today)).toEqual({ from: '2026-10-22', to: today })
  expect(periodRange({ period: 'day' }, today)).toEqual({ from: today, to: today })
  expect(periodRange({ period: 'week' }, today)).toEqual({ from: '2026-11-14', to: today })
  expect(periodRange({ period: 'all' }, today)).toBeNull()
  expect(periodRange({ period: 'custom' }, today)).toBeNull()
  expect(periodRange({ period: 'custom', date_to: '2026-11-01' }, today)).toBeNull()
  expect(periodRange({ period: 'custom', date_from: '2026-12-01' }, today)).toBeNull()
  expect(periodRange({ period: 'custom', date_from: '2026-11-10' }, today)).toEqual({
    from: '2026-11-10',
    to: today,
  })
})
