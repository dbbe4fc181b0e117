import { describe, expect, it } from 'vitest'
import { dayNumber } from '#/contract/day.ts'
import type { UnreturnedCall } from '#/contract/figures/answers.ts'
import { minutesSince } from './waiting-callers.ts'

const TODAY = dayNumber('2026-11-20')
const caller = (name: string, more: Partial<UnreturnedCall> = {}): UnreturnedCall => ({
  caller: name,
  attempts: 1,
  oid: 'a',
  callId: 1,
  day: '2026-11-20',
  minute: 600,
  offset: 180,
  source: 'usual',
  isFirstTime: false,
  ...more,
})

describe('how long ago a try was', () => {
  const now = { day: TODAY, minute: 612 }

  it('is about today on the caller’s own clock', () => {
    expect(minutesSince(caller('1'), now, 180)).toBe(12)
    // 10:12 at UTC+3 is 14:12 at UTC+7.
    expect(minutesSince(caller('1', { minute: 850, offset: 420 }), now, 180)).toBe(2)
    // Just before midnight there, today here.
    expect(minutesSince(caller('1', { day: '2026-11-19', minute: 1439, offset: -300 }), now, 180)).toBeNull()
  })

  it('is not said of other days, of the future, and where a clock is unknown', () => {
    expect(minutesSince(caller('1', { day: '2026-11-19' }), now, 180)).toBeNull()
    expect(minutesSince(caller('1', { minute: 613 }), now, 180)).toBeNull()
    expect(minutesSince(caller('1'), null, 180)).toBeNull()
    expect(minutesSince(caller('1'), now, null)).toBeNull()
    expect(minutesSince(caller('1', { offset: null }), now, 180)).toBeNull()
  })
})
