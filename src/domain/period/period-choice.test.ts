import { expect, test } from 'vitest'
import { comparedWith } from './comparison.ts'
import { chosenDays, daysFault, wholeDays } from './period-choice.ts'

const TODAY = '2026-11-20'

test('knows the days of a ready period, and those of no word of the service', () => {
  expect(chosenDays({ name: 'last_7_days' }, TODAY, true)).toEqual({ from: '2026-11-14', to: TODAY })
  expect(chosenDays({ name: 'month' }, TODAY, true)).toEqual({})
  expect(chosenDays({ name: 'all' }, TODAY, true)).toEqual({})
  expect(chosenDays({ name: 'all' }, TODAY, false)).toEqual({ from: '2024-11-21', to: TODAY })
  expect(chosenDays({ name: 'custom', to: TODAY }, TODAY, true)).toEqual({ from: undefined, to: TODAY })
})

test('finds what is wrong with typed days, and lets an end be open where it may be', () => {
  expect(daysFault({ from: '2026-11-02', to: '2026-11-01' }, false)).toBe('reversed')
  expect(daysFault({ from: '2026-11-01' }, false)).toBe('missing')
  expect(daysFault({ from: '2026-11-01' }, true)).toBeNull()
  expect(daysFault({}, true)).toBe('missing')
  // A year being typed.
  expect(daysFault({ from: '0202-11-01', to: '2026-11-01' }, false)).toBe('missing')
  expect(wholeDays({ from: '2026-11-01', to: '2026-11-01' })).not.toBeNull()
  expect(wholeDays({ from: '2026-11-02', to: '2026-11-01' })).toBeNull()
})

test('compares days as chosen, and all time with nothing', () => {
  const days = { from: '2026-11-01', to: '2026-11-10' }
  expect(comparedWith(days, {}, TODAY)).toEqual({ from: '2026-10-22', to: '2026-10-31' })
  expect(comparedWith(days, { compare: 'year' }, TODAY)).toEqual({ from: '2025-11-01', to: '2025-11-10' })
  expect(comparedWith(days, { compare: 'days' }, TODAY)).toBeNull()
  expect(comparedWith(days, { compare: 'none' }, TODAY)).toBeNull()
  expect(comparedWith(days, { period: 'all' }, TODAY)).toBeNull()
  const october = { from: '2026-10-01', to: '2026-10-31' }
  expect(comparedWith(october, {}, TODAY)).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  expect(comparedWith(october, { compare: 'previous' }, TODAY)).toEqual({
    from: '2026-08-31',
    to: '2026-09-30',
  })
})
