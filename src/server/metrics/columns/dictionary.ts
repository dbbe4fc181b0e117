export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

export const ABSENT = 0

/** A column's distinct values; rows hold codes. Code 0 is "absent". */
export interface Dictionary {
  readonly values: readonly (string | null)[]
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

export interface CodedColumn extends Dictionary {
  /** One per row, longer than the rows. Replaced when it grows: do not keep a reference. */
  codes: Codes
}

const WIDTHS = [Uint8Array, Uint16Array] as const

export const codesFor = (size: number, capacity: number): Codes =>
  new (WIDTHS.find((one) => size <= 2 ** (8 * one.BYTES_PER_ELEMENT)) ?? Uint32Array)(capacity)

export const createColumn = (dictionary: Dictionary, capacity: number): CodedColumn => ({
  ...dictionary,
  codes: codesFor(1, capacity),
})

export const makeRoom = (column: CodedColumn, capacity: number): void => {
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
export const createCoder = ({ code }: Dictionary, read: (raw: Raw) => string | null) => {
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

/** Digits that a number holds exactly. */
const MOST_DIGITS = 15
const FIRST_SLOTS = 1 << 10

const PLUS = 43

/** A caller as a number, negative with its country (`+7495…`); null: none, too long, or with a leading zero. */
const numberOf = (caller: string): number | null => {
  const begin = caller.charCodeAt(0) === PLUS ? 1 : 0
  const digits = caller.length - begin
  if (digits === 0 || digits > MOST_DIGITS || caller.charCodeAt(begin) === 48) return null
  let number = 0
  for (let at = begin; at < caller.length; at++) {
    const digit = caller.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return null
    number = number * 10 + digit
  }
  return begin === 0 ? number : -number
}

/**
 * A dictionary of callers by `identityOfCaller`. Nearly every contact has a new one: strings in a Map would
 * dominate loading, so numbers go into an open-addressing table.
 */
export const createCallers = (): Dictionary => {
  const values: (string | null)[] = [null]
  const codesOfOthers = new Map<string, number>()
  /** Pairs of number and code, adjacent in memory. Code {@link ABSENT}: free. */
  let table = new Float64Array(2 * FIRST_SLOTS)

  const placeOf = (number: number): number => {
    const last = table.length - 2
    const mixed = Math.imul((number % 4_294_967_296) ^ (number / 4_294_967_296), 0x9e37_79b1)
    let place = ((mixed ^ (mixed >>> 15)) << 1) & last
    while (table[place + 1] !== ABSENT && table[place] !== number) place = (place + 2) & last
    return place
  }
  const grow = () => {
    const narrow = table
    table = new Float64Array(narrow.length * 2)
    for (let from = 0; from < narrow.length; from += 2) {
      if (narrow[from + 1] === ABSENT) continue
      const place = placeOf(narrow[from]!)
      table[place] = narrow[from]!
      table[place + 1] = narrow[from + 1]!
    }
  }
  const codeOfNumber = (number: number, caller: string): number => {
    const place = placeOf(number)
    if (table[place + 1] !== ABSENT) return table[place + 1]!
    const code = values.push(caller) - 1
    table[place] = number
    table[place + 1] = code
    // At most two thirds full, against clustering.
    if (3 * values.length > table.length) grow()
    return code
  }

  return {
    values,
    find: (caller) => {
      if (caller === null) return ABSENT
      const number = numberOf(caller)
      return number === null ? codesOfOthers.get(caller) : table[placeOf(number) + 1]! || undefined
    },
    code: (caller) => {
      if (caller === null || caller === '') return ABSENT
      const number = numberOf(caller)
      if (number !== null) return codeOfNumber(number, caller)
      const code = codesOfOthers.get(caller) ?? values.push(caller) - 1
      codesOfOthers.set(caller, code)
      return code
    },
  }
}
