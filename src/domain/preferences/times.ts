import { useSyncExternalStore } from 'react'
import { createSignal } from '#/api/transport/watched.ts'
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

let times: Times | null = null
const changed = createSignal()

export const getTimes = (): Times => (times ??= read())

export const setTimes = (next: Times) => {
  times = next
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {}
  changed.tell()
}

export const useTimes = (): Times => useSyncExternalStore(changed.on, getTimes)

/** This device's offset at an instant, minutes east of UTC. */
const ownOffset = (instant: number) => -new Date(instant).getTimezoneOffset()

/** Displayed local time of a date; null: invalid. */
export const shownClock = (date: string | null, by: Times = getTimes()): WallClock | null => {
  const clock = parseWallClock(date)
  return clock && by === 'mine' ? shiftedClock(clock, ownOffset) : clock
}
