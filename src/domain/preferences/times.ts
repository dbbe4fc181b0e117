import { createStore, useSelector } from '@tanstack/react-store'
import { parseWallClock, shiftedClock, type WallClock } from '#/i18n/format.ts'

export type Times = 'own' | 'mine'

const STORAGE_KEY = 'callboard.times'

const read = (): Times => {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'mine' ? 'mine' : 'own'
  } catch {
    return 'own'
  }
}

const times = createStore(read())

export const getTimes = (): Times => times.state

export const setTimes = (next: Times) => {
  times.setState(() => next)
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {}
}

export const useTimes = (): Times => useSelector(times)

/** This device's offset at an instant, minutes east of UTC. */
const ownOffset = (instant: number) => -new Date(instant).getTimezoneOffset()

/** Displayed local time of a date; null: invalid. */
export const shownClock = (date: string | null, by: Times = getTimes()): WallClock | null => {
  const clock = parseWallClock(date)
  return clock && by === 'mine' ? shiftedClock(clock, ownOffset) : clock
}
