/** How long an unused entry is remembered. */
const KEPT_MS = 3 * 60_000

interface Remembered<T> {
  readonly value: T
  readonly version: number
  /** In whatever unit the most is said. */
  readonly size: number
  usedAt: number
}

/** What was computed lately, each under the version that it is of; what was used longest ago goes first. */
export interface Memory<T> {
  readonly find: (key: string, version: number) => T | undefined
  readonly keep: (key: string, version: number, value: T, size: number) => void
  /** What may be remembered no longer. */
  readonly drop: (isDropped: (key: string) => boolean) => void
}

/**
 * @param most of all sizes together
 * @param keptMs how long what is not used is remembered
 */
export const createMemory = <T>(most: number, now: () => number, keptMs = KEPT_MS): Memory<T> => {
  // The one used last is the last.
  const kept = new Map<string, Remembered<T>>()
  let timer: NodeJS.Timeout | null = null

  const forget = () => {
    let sum = 0
    for (const { size } of kept.values()) sum += size
    for (const [key, { size, usedAt }] of kept) {
      if (sum <= most && usedAt > now() - keptMs) break
      kept.delete(key)
      sum -= size
    }
  }
  /** By a timer, since an entry may never be asked for again. */
  const forgetLater = () => {
    timer ??= setTimeout(() => {
      timer = null
      forget()
      if (kept.size > 0) forgetLater()
    }, keptMs).unref()
  }

  return {
    find: (key, version) => {
      forget()
      const before = kept.get(key)
      if (!before) return undefined
      kept.delete(key)
      if (before.version !== version) return undefined
      before.usedAt = now()
      kept.set(key, before)
      return before.value
    },
    keep: (key, version, value, size) => {
      kept.delete(key)
      kept.set(key, { value, version, size, usedAt: now() })
      forget()
      forgetLater()
    },
    drop: (isDropped) => {
      for (const key of kept.keys()) if (isDropped(key)) kept.delete(key)
    },
  }
}
