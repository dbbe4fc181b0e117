/** Codes of a column, as narrow as its dictionary allows. */
export type Codes = Uint8Array<ArrayBuffer> | Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>

/** The code of an absent value in every dictionary. */
export const ABSENT = 0

/** The values of a column, each once; rows hold their numbers. Code 0 is "absent". */
export interface Dictionary {
  /** By code; the first is null. */
  readonly values: readonly (string | null)[]
  /** The code of a value, a new one if it has none yet. */
  readonly code: (value: string | null) => number
  /** The code of a value that may not be there. */
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

/** What the API gives of a contact, before it is read. */
export type Raw = string | number | boolean | null | undefined

/** One dictionary-coded column. */
export interface CodedColumn extends Dictionary {
  /** One for each row; longer than the rows there are. Do not keep it: it is replaced when it grows. */
  codes: Codes
}

const WIDTHS = [Uint8Array, Uint16Array] as const

/** Room for codes below `size`. */
export const codesFor = (size: number, capacity: number): Codes =>
  new (WIDTHS.find((one) => size <= 2 ** (8 * one.BYTES_PER_ELEMENT)) ?? Uint32Array)(capacity)

export const createColumn = (dictionary: Dictionary, capacity: number): CodedColumn => ({
  ...dictionary,
  codes: codesFor(1, capacity),
})

/** Makes room for `capacity` rows, and for as many values as the dictionary has by now. */
export const makeRoom = (column: CodedColumn, capacity: number): void => {
  const { codes, values } = column
  const fits = values.length <= 2 ** (8 * codes.BYTES_PER_ELEMENT)
  if (fits && capacity <= codes.length) return
  column.codes = codesFor(values.length, Math.max(capacity, codes.length))
  column.codes.set(codes)
}

/** Values read once: nothing of it counts, so that it may be forgotten whenever it has grown too large. */
const MEMO_MOST = 50_000
const UNKNOWN = -1

/**
 * Codes of what the API gives. Most of it comes again and again, and is read the first time only.
 * @param read what the column holds of it
 */
export const createCoder = ({ code }: Dictionary, read: (raw: Raw) => string | null) => {
  const known = new Map<Raw, number>()
  const numbers = new Int32Array(256).fill(UNKNOWN)
  return (raw: Raw): number => {
    // Codes and hours: an array finds them in a fraction of the time.
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

/** Digits that a number still holds exactly. */
const MOST_DIGITS = 15
const FIRST_SLOTS = 1 << 10

const PLUS = 43

/**
 * A caller's number as a number, negative where it has its country (`+7495…`); null: it is none, or has too many digits, or
 * begins with a zero, which a number would lose.
 */
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
 * A dictionary of callers by what `identityOfCaller` makes of them. Nearly every contact brings another one, which as
 * texts in a Map would take longer than everything else of a contact together: as numbers in an open table they do not.
 */
export const createCallers = (): Dictionary => {
  const values: (string | null)[] = [null]
  /** Of callers that are no such number. */
  const codesOfOthers = new Map<string, number>()
  /** A number and its code beside each other, so that one look into memory finds both. Code {@link ABSENT}: free. */
  let table = new Float64Array(2 * FIRST_SLOTS)

  /** Where the number is, or has its place. */
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
    // Never more than two thirds full: places that are taken lie together.
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
