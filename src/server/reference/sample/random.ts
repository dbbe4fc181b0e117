/** 32 bits that look unrelated to their parts (FNV-1a over the parts, then the finish of MurmurHash3). */
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

/** A source of chance: the same parts give the same sequence on every machine (mulberry32). */
export const createRandom = (...seed: readonly (number | string)[]) => {
  let state = hash(...seed)
  /** 0 inclusive to 1 exclusive. */
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
    /** As `below`, small ones far more often: as pages are visited, and words searched for. */
    steep: (limit: number, steepness = 2.5): number => Math.floor(limit * unit() ** steepness),
    /** One of the items, as often as its weight is part of the sum. */
    weighted: <T>(items: readonly T[], weightOf: (item: T) => number): T => {
      let left = unit() * items.reduce((sum, item) => sum + weightOf(item), 0)
      return items.find((item) => (left -= weightOf(item)) < 0) ?? (items.at(-1) as T)
    },
    /** Positive, median 1; `spread` 0.5 keeps two thirds of the values between 0.6 and 1.65. */
    logNormal: (spread: number): number =>
      Math.exp(spread * Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())),
    /** How many events there are where `mean` are usual (Poisson). */
    events: (mean: number): number => {
      let count = 0
      for (let passed = -Math.log(1 - unit()); passed < mean; passed -= Math.log(1 - unit())) count++
      return count
    },
  }
}
export type Random = ReturnType<typeof createRandom>
