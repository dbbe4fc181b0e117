/** A seeded source of chance: the same seed gives the same sequence on every machine. */
export interface Random {
  /** 0 inclusive to 1 exclusive. */
  readonly unit: () => number
  /** An integer from 0 to `limit - 1`. */
  readonly below: (limit: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T
  /** Index of a weight, as often as its part of the sum. */
  readonly weighted: (weights: readonly number[]) => number
  /** Positive, median 1; `spread` 0.5 keeps two thirds of the values between 0.6 and 1.65. */
  readonly logNormal: (spread: number) => number
}

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

/** Lower-case hexadecimal digits that look random, the same for the same parts. */
export const hexDigits = (length: number, ...parts: readonly (number | string)[]): string => {
  let digits = ''
  for (let block = 0; digits.length < length; block++)
    digits += hash(...parts, block)
      .toString(16)
      .padStart(8, '0')
  return digits.slice(0, length)
}

/** sfc32, a small generator that passes the usual statistical batteries. */
export const createRandom = (seed: number): Random => {
  let a = hash(seed, 1)
  let b = hash(seed, 2)
  let c = hash(seed, 3)
  let counter = 1
  const unit = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  // The first outputs still resemble the seed.
  for (let round = 0; round < 12; round++) unit()
  return {
    unit,
    below: (limit) => Math.floor(unit() * limit),
    chance: (probability) => unit() < probability,
    pick: <T>(items: readonly T[]) => items[Math.floor(unit() * items.length)] as T,
    weighted: (weights) => {
      let total = 0
      for (const weight of weights) total += weight
      let left = unit() * total
      for (let index = 0; index < weights.length - 1; index++) {
        left -= weights[index] ?? 0
        if (left < 0) return index
      }
      return weights.length - 1
    },
    logNormal: (spread) =>
      Math.exp(spread * Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())),
  }
}

/** Numbers from 0 to 1, the same ones for the same seed, from a state of one number. */
export const mulberry32 = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
