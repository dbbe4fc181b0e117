/** A 32-bit hash (FNV-1a, then MurmurHash3's finalizer). */
export const hash = (...parts: readonly (number | string)[]): number => {
  let state = 0x811c9dc5
  for (const part of parts) {
    if (typeof part === 'number') state = Math.imul(state ^ part, 0x01000193) ^ (state >>> 13)
    else for (let at = 0; at < part.length; at++) state = Math.imul(state ^ part.charCodeAt(at), 0x01000193)
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  }
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return (state ^ (state >>> 16)) >>> 0
}

/** A seeded random generator, the same on every machine (mulberry32). */
export const createRandom = (...seed: readonly (number | string)[]) => {
  let state = hash(...seed)
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** An integer from 0 to `limit - 1`. */
  const below = (limit: number): number => Math.floor(unit() * limit)
  return {
    unit,
    below,
    chance: (probability: number): boolean => unit() < probability,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    /** As `below`, with small numbers far more frequent. */
    steep: (limit: number, steepness = 2.5): number => Math.floor(limit * unit() ** steepness),
    weighted: <T>(items: readonly T[], weightOf: (item: T) => number): T => {
      let left = unit() * items.reduce((sum, item) => sum + weightOf(item), 0)
      return items.find((item) => (left -= weightOf(item)) < 0) ?? (items.at(-1) as T)
    },
    /** Positive, median 1; with `spread` 0.5 two thirds are between 0.6 and 1.65. */
    logNormal: (spread: number): number =>
      Math.exp(spread * Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())),
    events: (mean: number): number => {
      let count = 0
      for (let passed = -Math.log(1 - unit()); passed < mean; passed -= Math.log(1 - unit())) count++
      return count
    },
  }
}
export type Random = ReturnType<typeof createRandom>
