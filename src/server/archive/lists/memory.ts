import { LRUCache } from 'lru-cache'

const CACHE_MS = 3 * 60_000

/** Entries carry a version and a size; those used longest ago go first. */
export interface Memory<T> {
  readonly find: (key: string, version: number) => T | undefined
  readonly keep: (key: string, version: number, value: T, size: number) => void
  readonly drop: (isDropped: (key: string) => boolean) => void
}

/**
 * @param most total size
 * @param retentionMs lifetime of an unused entry, which is removed then: it may never be requested again
 */
export const createMemory = <T>(most: number, now: () => number, retentionMs = CACHE_MS): Memory<T> => {
  const stored = new LRUCache<string, { readonly value: T; readonly version: number }>({
    maxSize: most,
    ttl: retentionMs,
    ttlAutopurge: true,
    ttlResolution: 0,
    updateAgeOnGet: true,
    perf: { now },
  })
  return {
    find: (key, version) => {
      const found = stored.get(key)
      if (found?.version === version) return found.value
      stored.delete(key)
      return undefined
    },
    keep: (key, version, value, size) =>
      void stored.set(key, { value, version }, { size: Math.max(size, 1) }),
    drop: (isDropped) => {
      for (const key of Array.from(stored.keys()).filter(isDropped)) stored.delete(key)
    },
  }
}
