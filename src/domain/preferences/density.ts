import { createStore, useSelector } from '@tanstack/react-store'

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

const density = createStore(read())

export const getDensity = (): Density => density.state

export const setDensity = (next: Density) => {
  density.setState(() => next)
  try {
    localStorage.setItem(STORAGE_KEY, next)
  } catch {}
}

export const useDensity = (): Density => useSelector(density)
