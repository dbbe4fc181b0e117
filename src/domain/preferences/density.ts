import { useSyncExternalStore } from 'react'
import { createSignal } from '#/api/transport/watched.ts'

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
const changed = createSignal()

export const getDensity = (): Density => (density ??= read())

export const setDensity = (next: Density) => {
  density = next
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {}
  changed.tell()
}

export const useDensity = (): Density => useSyncExternalStore(changed.on, getDensity)
