import { useSyncExternalStore } from 'react'

export const DENSITIES = ['compact', 'regular', 'relaxed'] as const
export type Density = (typeof DENSITIES)[number]

const STORAGE_KEY = 'callboard.density'

const isDensity = (value: unknown): value is Density => DENSITIES.some((one) => one === value)

const read = (): Density => {
  try {
    const value = localStorage.getItem(STORAGE_KEY)
    return isDensity(value) ? value : 'regular'
  } catch {
    return 'regular'
  }
}

let density: Density | null = null
const listeners = new Set<() => void>()

/** How close the rows of the long table stand. */
export const getDensity = (): Density => (density ??= read())

/** Switches at once and remembers the choice on the device. */
export const setDensity = (next: Density) => {
  density = next
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {
    // Not kept, but it works until the page is left.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useDensity = (): Density => useSyncExternalStore(subscribe, getDensity)
