import { createStore, useSelector } from '@tanstack/react-store'

export const SPEEDS = [1, 1.25, 1.5, 2] as const
export type Speed = (typeof SPEEDS)[number]

export interface PlayerSettings {
  readonly speed: Speed
  /** From 0 to 1. */
  readonly volume: number
}

const STORAGE_KEY = 'callboard.player'
const DEFAULTS: PlayerSettings = { speed: 1, volume: 1 }

/** Stored value of any shape; invalid parts get defaults. */
export const readPlayerSettings = (stored: string | null): PlayerSettings => {
  let value: unknown
  try {
    value = JSON.parse(stored ?? 'null')
  } catch {
    return DEFAULTS
  }
  const { speed, volume }: { speed?: unknown; volume?: unknown } = Object(value)
  return {
    speed: SPEEDS.find((one) => one === speed) ?? DEFAULTS.speed,
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
  }
}

const read = (): PlayerSettings => {
  try {
    return readPlayerSettings(localStorage.getItem(STORAGE_KEY))
  } catch {
    return DEFAULTS
  }
}

const settings = createStore(read())
export const usePlayerSettings = (): PlayerSettings => useSelector(settings)

export const setPlayerSettings = (change: Partial<PlayerSettings>) => {
  settings.setState((before) => ({ ...before, ...change }))
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings.state))
  } catch {}
}
