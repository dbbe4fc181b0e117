import type { Tries } from './tries.ts'

/** At most `count` in any `ms` milliseconds. */
export interface RateWindow {
  readonly count: number
  readonly ms: number
}

export interface RateLimiter {
  /** Counts one try. @returns 0 when it may go on, else the milliseconds to wait (nothing is counted then) */
  readonly take: (key: string) => number
  /** Tries of a key that still count. */
  readonly count: (key: string) => number
  /** Takes back the last try of a key: it decided nothing. */
  readonly giveBack: (key: string) => void
  /** Takes back every try of a key: it turned out to be the right person. */
  readonly forgive: (key: string) => void
}

/** Keys kept at most; beyond it the one that tried longest ago is dropped. A key holds only what identifies it. */
const MAX_KEYS = 20_000

/** How long until one more is within all windows. @param times of those before, the oldest first */
export const waitWithin = (times: readonly number[], windows: readonly RateWindow[], at: number): number =>
  Math.max(
    ...windows.map(({ count, ms }) => {
      const oldest = times.at(-count)
      return oldest === undefined ? 0 : Math.max(0, oldest + ms - at)
    }),
  )

/**
 * Sliding windows in memory. Each server counts for itself.
 * @param monotonic milliseconds of a clock that is never set
 */
export const createRateLimiter = (windows: readonly RateWindow[], monotonic: () => number): RateLimiter => {
  const tries = new Map<string, number[]>()
  const longest = Math.max(...windows.map(({ ms }) => ms))
  return {
    take: (key) => {
      const at = monotonic()
      const recent = (tries.get(key) ?? []).filter((time) => time > at - longest)
      const wait = waitWithin(recent, windows, at)
      // Deleted and inserted again, so that the map's order is the order of the last try.
      tries.delete(key)
      tries.set(key, wait > 0 ? recent : [...recent, at])
      const first = tries.keys().next()
      if (tries.size > MAX_KEYS && !first.done) tries.delete(first.value)
      return wait
    },
    count: (key) => (tries.get(key) ?? []).filter((time) => time > monotonic() - longest).length,
    giveBack: (key) => void tries.get(key)?.pop(),
    forgive: (key) => void tries.delete(key),
  }
}

/** As {@link RateLimiter}. */
export interface SharedRateLimiter {
  readonly take: (key: string) => Promise<number>
  readonly count: (key: string) => Promise<number>
  readonly giveBack: (key: string) => Promise<void>
  readonly forgive: (key: string) => Promise<void>
}

/**
 * Counted by all servers over one database together, by their clocks, and by each server for itself with one that is never
 * set: whoever has had too many here is refused without asking the database.
 * @param name keys of different limits are different
 */
export const createSharedRateLimiter = (
  name: string,
  windows: readonly RateWindow[],
  { tries, monotonic }: { readonly tries: Tries; readonly monotonic: () => number },
): SharedRateLimiter => {
  const here = createRateLimiter(windows, monotonic)
  const longest = Math.max(...windows.map(({ ms }) => ms))
  const named = (key: string) => `${name} ${key}`
  return {
    take: async (key) => {
      const wait = here.take(key)
      if (wait > 0) return wait
      const waitOfAll = await tries.take(named(key), windows)
      if (waitOfAll > 0) here.giveBack(key)
      return waitOfAll
    },
    count: async (key) => Math.max(here.count(key), await tries.count(named(key), longest)),
    giveBack: async (key) => {
      here.giveBack(key)
      await tries.giveBack(named(key), longest)
    },
    forgive: async (key) => {
      here.forgive(key)
      await tries.forgive(named(key))
    },
  }
}
