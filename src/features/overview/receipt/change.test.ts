import { expect, test } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import { comparedDaysLabel } from './change.ts'

const dayOf = (day: string) => ({ first: dayNumber(day), last: dayNumber(day) })
const labelAt = (day: string) =>
  comparedDaysLabel(
    { from: '2026-11-29', to: '2026-11-29' },
    {
      days: dayOf('2026-11-30'),
      comparedDays: dayOf('2026-11-29'),
      comparedMonths: null,
      now: { day: dayNumber(day), minute: 14 * 60 + 53, offset: 180 },
    },
  )

test('compared days never end before they begin, also where the day has begun in other zones only', () => {
  expect(labelAt('2026-11-30')).toBe('Nov 29, 2026, the last day until 14:53')
  expect(labelAt('2026-11-29')).toBe('Nov 29, 2026')
})
