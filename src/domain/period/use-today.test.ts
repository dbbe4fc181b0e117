import { expect, test } from 'vitest'
import { todayAt } from './use-today.ts'

test('today is the day on the clock of the contacts', () => {
  const now = Date.parse('2026-11-20T21:30:00Z')
  expect(todayAt(180, now)).toBe('2026-11-21')
  expect(todayAt(0, now)).toBe('2026-11-20')
  expect(todayAt(-720, now)).toBe('2026-11-20')
  expect(todayAt(840, now)).toBe('2026-11-21')
})
