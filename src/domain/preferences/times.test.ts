import { expect, test } from 'vitest'
import { shiftedClock, parseWallClock } from '#/i18n/format.ts'
import { shownClock } from './times.ts'

const clockOf = (date: string) => parseWallClock(date)!

test('shows a date by its own clock unless mine is chosen, and by mine as the same instant', () => {
  const date = '2026-11-20T23:30:00+03:00'
  expect(shownClock(date, 'own')).toEqual(clockOf(date))
  const mine = shownClock(date, 'mine')!
  expect(mine.utc - mine.offset! * 60_000).toBe(Date.parse(date))
  expect(mine.offset).toBe(-new Date(date).getTimezoneOffset())
  expect(shownClock('soon', 'mine')).toBeNull()
})

test('moves to the day that it is by another clock, also across a change of its offset', () => {
  const east = shiftedClock(clockOf('2026-12-31T23:30:15+03:00'), () => 5 * 60)
  expect(east).toMatchObject({ day: '2027-01-01', time: '01:30', hour: 1, offset: 300 })
  const west = shiftedClock(clockOf('2026-03-01T00:10:00Z'), () => -210)
  expect(west).toMatchObject({ day: '2026-02-28', time: '20:40', offset: -210 })
  const change = Date.parse('2026-10-25T01:00:00Z')
  const berlin = (at: number) => (at < change ? 120 : 60)
  expect(shiftedClock(clockOf('2026-10-25T03:30:00+03:00'), berlin)).toMatchObject({
    time: '02:30',
    offset: 120,
  })
  expect(shiftedClock(clockOf('2026-10-25T04:30:00+03:00'), berlin)).toMatchObject({
    time: '02:30',
    offset: 60,
  })
})

test('leaves a date without an offset as it is, since it is no instant', () => {
  const clock = clockOf('2026-11-20T23:30:00')
  expect(shiftedClock(clock, () => 300)).toBe(clock)
})
