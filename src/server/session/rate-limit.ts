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
      const waits = windows.map(({ count, ms }) => {
        const oldest = recent.at(-count)
        return oldest === undefined ? 0 : Math.max(0, oldest + ms - at)
      })
      const wait = Math.max(...waits)
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
