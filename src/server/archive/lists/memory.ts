const CACHE_MS = 3 * 60_000

interface Remembered<T> {
  readonly value: T
  readonly version: number
  readonly size: number
  usedAt: number
}

/** An LRU cache whose entries carry a version and a size. */
export interface Memory<T> {
  readonly find: (key: string, version: number) => T | undefined
  readonly keep: (key: string, version: number, value: T, size: number) => void
  readonly drop: (isDropped: (key: string) => boolean) => void
}

/**
 * @param most total size
 * @param keptMs lifetime of an unused entry
 */
export const createMemory = <T>(most: number, now: () => number, keptMs = CACHE_MS): Memory<T> => {
  const stored = new Map<string, Remembered<T>>()
  let timer: NodeJS.Timeout | null = null

  const forget = () => {
    let sum = 0
    for (const { size } of stored.values()) sum += size
    for (const [key, { size, usedAt }] of stored) {
      if (sum <= most && usedAt > now() - keptMs) break
      stored.delete(key)
      sum -= size
    }
  }
  /** A timer, since an entry may never be requested again. */
  const forgetLater = () => {
    timer ??= setTimeout(() => {
      timer = null
      forget()
      if (stored.size > 0) forgetLater()
    }, keptMs).unref()
  }

  return {
    find: (key, version) => {
      forget()
      const before = stored.get(key)
      if (!before) return undefined
      stored.delete(key)
      if (before.version !== version) return undefined
      before.usedAt = now()
      stored.set(key, before)
      return before.value
    },
    keep: (key, version, value, size) => {
      stored.delete(key)
      stored.set(key, { value, version, size, usedAt: now() })
      forget()
      forgetLater()
    },
    drop: (isDropped) => {
      for (const key of stored.keys()) if (isDropped(key)) stored.delete(key)
    },
  }
}
