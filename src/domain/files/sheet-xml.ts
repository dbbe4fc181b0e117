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

/** UTF-8 chunks: a sheet may exceed the string limit. */
const createBytes = () => {
  const encoder = new TextEncoder()
  const chunks: Uint8Array[] = []
  let waiting = ''
  const flush = () => {
    chunks.push(encoder.encode(waiting))
    waiting = ''
  }
  return {
    add: (text: string) => {
      waiting += text
      if (waiting.length > CHUNK_CHARACTERS) flush()
    },
    endedBy: (text: string): Uint8Array<ArrayBuffer> => {
      flush()
      const end = encoder.encode(text)
      const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, end.length))
      let at = 0
      for (const chunk of [...chunks, end]) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      return bytes
    },
  }
}

/** Shared strings, deduplicated. */
export const createSharedStrings = () => {
  const values = new Map<string, string>()
  const bytes = createBytes()
  bytes.add('<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">')
  return {
    /** What a cell holds whose text it is. */
    valueOf: (text: string): string => {
      const known = values.get(text)
      if (known !== undefined) return known
      const value = ` t="s"><v>${values.size}</v></c>`
      values.set(text, value)
      const space = text.trim().length === text.length ? '' : ' xml:space="preserve"'
      bytes.add(`<si><t${space}>${escapedXml(plain(text))}</t></si>`)
      return value
    },
    /** May be called repeatedly. */
    xml: (): Uint8Array<ArrayBuffer> => bytes.endedBy('</sst>'),
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

/**
 * UTF-8 XML of a sheet.
 * @param around before and after the rows
 */
export const sheetXml = (
  rows: readonly SheetRow[],
  [before, after]: readonly [before: string, after: string],
): Uint8Array<ArrayBuffer> => {
  const bytes = createBytes()
  const names: string[] = []
  bytes.add(before)
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    let xml = `<row r="${number}">`
    for (let column = 0; column < row.length; column++) {
      const cell = row[column]
      if (cell !== undefined) xml += `<c r="${(names[column] ??= columnLetters(column))}${number}"${cell}`
    }
    bytes.add(`${xml}</row>`)
  }
  return bytes.endedBy(after)
}
