const KEPT_MS = 3 * 60_000

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
export const createMemory = <T>(most: number, now: () => number, keptMs = KEPT_MS): Memory<T> => {
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
  /** A timer, since an entry may never be requested again. */
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
