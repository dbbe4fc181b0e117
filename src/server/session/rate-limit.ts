import { LRUCache } from 'lru-cache'
import type { Tries } from './tries.ts'

/** At most `count` in any `ms` milliseconds. */
export interface RateWindow {
  readonly count: number
  readonly ms: number
}

/** Limit of keys; the least recently used is dropped. */
const MAX_KEYS = 20_000

/**
 * Milliseconds until another attempt is allowed.
 * @param times of earlier ones, oldest first
 */
export const waitWithin = (times: readonly number[], windows: readonly RateWindow[], at: number): number =>
  Math.max(
    ...windows.map(({ count, ms }) => {
      const oldest = times.at(-count)
      return oldest === undefined ? 0 : Math.max(0, oldest + ms - at)
    }),
  )

/**
 * Sliding windows in memory, per server.
 * @param monotonic milliseconds
 */
export const createRateLimiter = (windows: readonly RateWindow[], monotonic: () => number) => {
  const tries = new LRUCache<string, number[]>({ max: MAX_KEYS })
  const longest = Math.max(...windows.map(({ ms }) => ms))
  return {
    /**
     * Counts one attempt.
     * @returns 0, or the milliseconds to wait (not counted)
     */
    take: (key: string): number => {
      const at = monotonic()
      const recent = (tries.get(key) ?? []).filter((time) => time > at - longest)
      const wait = waitWithin(recent, windows, at)
      tries.set(key, wait > 0 ? recent : [...recent, at])
      return wait
    },
    count: (key: string): number =>
      (tries.get(key) ?? []).filter((time) => time > monotonic() - longest).length,
    /** Uncounts the last attempt, which had no result. */
    giveBack: (key: string) => void tries.get(key)?.pop(),
    /** Uncounts all attempts after a success. */
    forgive: (key: string) => void tries.delete(key),
  }
}

/**
 * Counts over all servers in the database, and per server in memory with a monotonic clock, so that excessive
 * attempts are refused without a query.
 * @param name separates limits
 */
export const createSharedRateLimiter = (
  name: string,
  windows: readonly RateWindow[],
  { tries, monotonic }: { readonly tries: Tries; readonly monotonic: () => number },
) => {
  const here = createRateLimiter(windows, monotonic)
  const longest = Math.max(...windows.map(({ ms }) => ms))
  const named = (key: string) => `${name} ${key}`
  return {
    take: async (key: string): Promise<number> => {
      const wait = here.take(key)
      if (wait > 0) return wait
      const waitOfAll = await tries.take(named(key), windows)
      if (waitOfAll > 0) here.giveBack(key)
      return waitOfAll
    },
    count: async (key: string): Promise<number> =>
      Math.max(here.count(key), await tries.count(named(key), longest)),
    giveBack: async (key: string): Promise<void> => {
      here.giveBack(key)
      await tries.giveBack(named(key), longest)
    },
    forgive: async (key: string): Promise<void> => {
      here.forgive(key)
      await tries.forgive(named(key))
    },
  }
}
