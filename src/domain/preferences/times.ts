import { useSyncExternalStore } from 'react'
import { createSignal } from '#/api/transport/watched.ts'
import { parseWallClock, shiftedClock, type WallClock } from '#/i18n/format.ts'

/** Whose clock the times of contacts are shown by: each object's own, or this device's. */
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

/** Switches at once and remembers the choice on the device. */
export const setTimes = (next: Times) => {
  times = next
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // Not kept, but it works until the page is left.
  }
  changed.tell()
}

export const useTimes = (): Times => useSyncExternalStore(changed.on, getTimes)

/** Minutes ahead of UTC of this device's clock at an instant. */
const ownOffset = (instant: number) => -new Date(instant).getTimezoneOffset()

/** The clock that a contact's date is shown by. Null: it is no date. */
export const shownClock = (date: string | null, by: Times = getTimes()): WallClock | null => {
  const clock = parseWallClock(date)
  return clock && by === 'mine' ? shiftedClock(clock, ownOffset) : clock
}
