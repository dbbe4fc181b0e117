import { describe, expect, test } from 'vitest'
import { presetRange } from '#/analytics/period.ts'
import { stepsOf } from './period.ts'

describe('periods', () => {
  // A Friday.
  const today = '2026-11-20'
  test.each([
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['last_7_days', '2026-11-14', today],
    ['last_30_days', '2026-10-22', today],
    ['last_week', '2026-11-09', '2026-11-15'],
    ['this_month', '2026-11-01', today],
    ['last_month', '2026-10-01', '2026-10-31'],
  ] as const)('%s', (period, from, to) => {
    expect(presetRange(period, today)).toEqual({ from, to })
  })
  test('in January the last month is of the year before, on Sunday the week is the one that goes on', () => {
    expect(presetRange('last_month', '2027-01-03')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(presetRange('last_week', '2026-11-22')).toEqual({ from: '2026-11-09', to: '2026-11-15' })
    expect(presetRange('last_week', '2026-11-23')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  })
})

describe('steps of a line', () => {
  test('are days up to 31 of them', () => {
    expect(stepsOf({ from: '2026-10-01', to: '2026-10-31' })).toHaveLength(31)
    expect(stepsOf({ from: '2026-10-01', to: '2026-10-01' })).toEqual([
      { from: '2026-10-01', to: '2026-10-01' },
    ])
  })
  test('are weeks beyond, the last one as long as what is left', () => {
    const steps = stepsOf({ from: '2026-10-01', to: '2026-11-01' })
    expect(steps).toHaveLength(5)
    expect(steps[0]).toEqual({ from: '2026-10-01', to: '2026-10-07' })
    expect(steps.at(-1)).toEqual({ from: '2026-10-29', to: '2026-11-01' })
  })
})
