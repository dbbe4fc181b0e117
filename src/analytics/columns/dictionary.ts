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

/** One dictionary-coded column. */
export interface Column extends Dictionary {
  /** One for each row; longer than the rows there are. Held by nobody: it is another array once it has grown. */
  codes: Codes
}

const WIDTHS = [Uint8Array, Uint16Array, Uint32Array] as const

const widened = (codes: Codes, code: number, rows: number): Codes => {
  const Width = WIDTHS.find((one) => code < 2 ** (8 * one.BYTES_PER_ELEMENT)) ?? Uint32Array
  const wider = new (
    Width.BYTES_PER_ELEMENT > codes.BYTES_PER_ELEMENT ? Width : (codes.constructor as typeof Uint8Array)
  )(rows)
  wider.set(codes)
  return wider
}

export const createColumn = (capacity: number): Column => ({
  ...createDictionary(),
  codes: new Uint8Array(capacity),
})

/** Writes a row's value. The column grows to `capacity` rows, and wider when its dictionary has outgrown it. */
export const write = (column: Column, row: number, value: string | null, capacity: number): void => {
  const code = column.code(value)
  const isTooNarrow = code >= 2 ** (8 * column.codes.BYTES_PER_ELEMENT)
  if (isTooNarrow || row >= column.codes.length) column.codes = widened(column.codes, code, capacity)
  column.codes[row] = code
}
