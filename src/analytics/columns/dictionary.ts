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
export interface Column extends Dictionary {
  /** One for each row; longer than the rows there are. Held by nobody: it is another array once it has grown. */
  codes: Codes
}

const WIDTHS = [Uint8Array, Uint16Array] as const

/** Room for codes below `size`. */
export const codesFor = (size: number, capacity: number): Codes =>
  new (WIDTHS.find((one) => size <= 2 ** (8 * one.BYTES_PER_ELEMENT)) ?? Uint32Array)(capacity)

export const createColumn = (dictionary: Dictionary, capacity: number): Column => ({
  ...dictionary,
  codes: codesFor(1, capacity),
})

/** Makes room for `capacity` rows, and for as many values as the dictionary has by now. */
export const makeRoom = (column: Column, capacity: number): void => {
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
