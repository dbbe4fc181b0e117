import { DAY_MS } from '#/contract/day.ts'
import type { Cell } from './cell.ts'

/* Sheet rows as XML: libraries take at least half as long again. */

/** Style indexes of the workbook. */
export interface CellStyles {
  readonly moment: string
  readonly day: string
  readonly share: string
  readonly bold: string
}
type CellStyle = keyof CellStyles

/** Excel's limit; a longer cell makes the file unreadable. */
const MAX_CHARACTERS = 32_767
/** Spreadsheets count from 1900 with a false leap day. */
const EPOCH_DAYS = 25_569

/** Escapes `_x0041_`, which spreadsheets read as one character. */
const plain = (text: string): string => {
  const whole = text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1)}…` : whole
}

/** Characters to escape, and those not allowed in XML 1.0 (2.2). */
const UNLIKE_XML = /[&<>"]|[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapedXml = (text: string): string => text.replace(UNLIKE_XML, (sign) => ENTITIES[sign] ?? '')

/** 27 → `AB` */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const CHUNK_CHARACTERS = 1 << 20

/** UTF-8 in chunks: a sheet may exceed the string limit. */
export type Utf8Chunks = Iterable<Uint8Array<ArrayBuffer>>

export function* inChunks(texts: Iterable<string>): Utf8Chunks {
  const encoder = new TextEncoder()
  let waiting = ''
  for (const text of texts) {
    waiting += text
    if (waiting.length <= CHUNK_CHARACTERS) continue
    yield encoder.encode(waiting)
    waiting = ''
  }
  yield encoder.encode(waiting)
}

/** Shared strings, deduplicated. */
export const createSharedStrings = () => {
  const values = new Map<string, string>()
  return {
    /** What a cell holds whose text it is. */
    valueOf: (text: string): string => {
      const known = values.get(text)
      if (known !== undefined) return known
      const value = ` t="s"><v>${values.size}</v></c>`
      values.set(text, value)
      return value
    },
    *xml() {
      yield '<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
      for (const text of values.keys()) {
        const space = text.trim().length === text.length ? '' : ' xml:space="preserve"'
        yield `<si><t${space}>${escapedXml(plain(text))}</t></si>`
      }
      yield '</sst>'
    },
  }
}
export type SharedStrings = ReturnType<typeof createSharedStrings>

/** Cells without position, as the row number is known later. Undefined: empty. */
export type SheetRow = readonly (string | undefined)[]

/** Undefined: default style, or date-time. */
export type StyleAt = (column: number, cell: Cell) => CellStyle | undefined

export const sheetRow = (
  row: readonly Cell[],
  strings: SharedStrings,
  styles: CellStyles,
  styleAt: StyleAt,
): SheetRow =>
  row.map((cell, column) => {
    if (cell === null || cell === '') return undefined
    const style = styleAt(column, cell) ?? (cell instanceof Date ? 'moment' : undefined)
    const value =
      typeof cell === 'string'
        ? strings.valueOf(cell)
        : `><v>${typeof cell === 'number' ? cell : cell.getTime() / DAY_MS + EPOCH_DAYS}</v></c>`
    return style === undefined ? value : ` s="${styles[style]}"${value}`
  })

/** @param around before and after the rows */
export function* sheetXml(
  rows: readonly SheetRow[],
  [before, after]: readonly [before: string, after: string],
): Iterable<string> {
  const names: string[] = []
  yield before
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    let xml = `<row r="${number}">`
    for (let column = 0; column < row.length; column++) {
      const cell = row[column]
      if (cell !== undefined) xml += `<c r="${(names[column] ??= columnLetters(column))}${number}"${cell}`
    }
    yield `${xml}</row>`
  }
  yield after
}
