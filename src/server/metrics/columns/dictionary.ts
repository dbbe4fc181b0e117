export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

export const ABSENT = 0

/** Distinct values by code: an array, or what makes each when it is asked for. */
export interface DistinctValues extends Iterable<string | null> {
  readonly length: number
  readonly at: (code: number) => string | null | undefined
}
type Texts = readonly (string | null)[]

/** A column's distinct values; rows hold codes. Code 0 is "absent". */
export interface Dictionary<V extends DistinctValues = Texts> {
  readonly values: V
  readonly code: (value: string | null) => number
  readonly find: (value: string | null) => number | undefined
}

export const createDictionary = (): Dictionary => {
  const values: (string | null)[] = [null]
  const codes = new Map<string | null, number>([[null, ABSENT]])
  return {
    values,
    find: (value) => codes.get(value),
    code: (value) => {
      const known = codes.get(value)
      if (known !== undefined) return known
      codes.set(value, values.length)
      values.push(value)
      return values.length - 1
    },
  }
}

export type Raw = string | number | boolean | null | undefined

export interface CodedColumn<V extends DistinctValues = Texts> extends Dictionary<V> {
  /** One per row, longer than the rows. Replaced when it grows: do not keep a reference. */
  codes: Codes
}

const WIDTHS = [Uint8Array, Uint16Array] as const

export const codesFor = (size: number, capacity: number): Codes =>
  new (WIDTHS.find((one) => size <= 2 ** (8 * one.BYTES_PER_ELEMENT)) ?? Uint32Array)(capacity)

export const createColumn = <V extends DistinctValues>(
  dictionary: Dictionary<V>,
  capacity: number,
): CodedColumn<V> => ({
  ...dictionary,
  codes: codesFor(1, capacity),
})

export const makeRoom = (column: CodedColumn<DistinctValues>, capacity: number): void => {
  const { codes, values } = column
  const fits = values.length <= 2 ** (8 * codes.BYTES_PER_ELEMENT)
  if (fits && capacity <= codes.length) return
  column.codes = codesFor(values.length, Math.max(capacity, codes.length))
  column.codes.set(codes)
}

/** A cache limit; clearing it loses nothing. */
const MEMO_MOST = 50_000
const UNKNOWN = -1

/**
 * Codes of raw values, which mostly repeat and are parsed once.
 * @param read parses a raw value
 */
export const createCoder = ({ code }: Dictionary<DistinctValues>, read: (raw: Raw) => string | null) => {
  const known = new Map<Raw, number>()
  const numbers = new Int32Array(256).fill(UNKNOWN)
  return (raw: Raw): number => {
    // Small numbers (codes, hours) use an array, which is much faster than a Map.
    const isSmall = typeof raw === 'number' && raw >= 0 && raw < numbers.length && Number.isInteger(raw)
    const before = isSmall ? numbers[raw]! : known.get(raw)
    if (before !== undefined && before !== UNKNOWN) return before
    const found = code(read(raw))
    if (known.size >= MEMO_MOST) known.clear()
    if (isSmall) numbers[raw] = found
    else known.set(raw, found)
    return found
  }
}

/** 10^14 × 64 is below 2^53: a number with its prefix is exact. */
const MOST_DIGITS = 14
const MOST_PREFIXES = 64
const FIRST_TEXTS = 1 << 10

/**
 * A dictionary of texts that mostly are a number behind one of a few prefixes, nearly all of them different: callers by
 * `identityOfCaller` (`+7495…`), deals (`amoCRM 12345`). As strings in a Map they would take most of the memory and of the
 * time of loading, so they are held as numbers, found by open addressing.
 */
export const createNumbered = (): Dictionary<DistinctValues> => {
  let length = 1
  /** By code, a number with its prefix; 0: none; negative: one of `others`, from -1 down. */
  let keys = new Float64Array(FIRST_TEXTS)
  /** Codes, {@link ABSENT}: free. At most two thirds are taken, against clustering. */
  let buckets = new Int32Array(1.5 * FIRST_TEXTS)
  // Those of phones always have a place.
  const prefixes = ['', '+']
  const places = new Map(prefixes.map((prefix, place) => [prefix, place]))
  const others: string[] = []
  const codesOfOthers = new Map<string, number>()

  /** Null: no number at the end, or a prefix that has no place; those with digits would take all places. */
  const keyOf = (text: string, mayPlace: boolean): number | null => {
    let [begin, number] = [text.length, 0]
    for (let at = begin - 1, scale = 1; at >= 0 && scale < 10 ** MOST_DIGITS; at--, scale *= 10) {
      const digit = text.charCodeAt(at) - 48
      if (digit < 0 || digit > 9) break
      number += digit * scale
      // Zeros in front belong to the prefix.
      if (digit > 0) begin = at
    }
    if (number === 0) return null
    const prefix = text.slice(0, begin)
    let place = places.get(prefix)
    if (place === undefined) {
      if (!mayPlace || prefixes.length === MOST_PREFIXES || /\d/.test(prefix)) return null
      place = prefixes.push(prefix) - 1
      places.set(prefix, place)
    }
    return number * MOST_PREFIXES + place
  }
  const slotOf = (key: number): number => {
    const mixed = Math.imul((key % 4_294_967_296) ^ (key / 4_294_967_296), 0x9e37_79b1)
    let slot = ((mixed ^ (mixed >>> 15)) >>> 0) % buckets.length
    while (buckets[slot] !== ABSENT && keys[buckets[slot]!] !== key) slot = (slot + 1) % buckets.length
    return slot
  }
  const grow = () => {
    const few = keys
    keys = new Float64Array(Math.ceil(1.5 * few.length))
    keys.set(few)
    buckets = new Int32Array(Math.ceil(1.5 * keys.length))
    for (let code = 1; code < length; code++) {
      const key = keys[code]!
      if (key > 0) buckets[slotOf(key)] = code
    }
  }
  const find = (text: string | null): number | undefined => {
    if (text === null) return ABSENT
    const key = keyOf(text, false)
    return key === null ? codesOfOthers.get(text) : buckets[slotOf(key)]! || undefined
  }
  const at = (code: number) => {
    const key = keys[code] || null
    if (key === null) return null
    return key < 0 ? others[-1 - key]! : `${prefixes[key % MOST_PREFIXES]}${Math.floor(key / MOST_PREFIXES)}`
  }
  /** The code that the next text gets. */
  const nextCode = (): number => {
    if (length === keys.length) grow()
    return length++
  }
  const codeOfKey = (key: number): number => {
    const known = buckets[slotOf(key)]!
    if (known !== ABSENT) return known
    const code = nextCode()
    buckets[slotOf(key)] = code
    keys[code] = key
    return code
  }
  const codeOfOther = (text: string): number => {
    const known = codesOfOthers.get(text)
    if (known !== undefined) return known
    const code = nextCode()
    keys[code] = -others.push(text)
    codesOfOthers.set(text, code)
    return code
  }

  return {
    values: {
      get length() {
        return length
      },
      at,
      *[Symbol.iterator]() {
        for (let code = 0; code < length; code++) yield at(code)
      },
    },
    find,
    code: (text) => {
      if (text === null || text === '') return ABSENT
      const key = keyOf(text, true)
      return key === null ? codeOfOther(text) : codeOfKey(key)
    },
  }
}
