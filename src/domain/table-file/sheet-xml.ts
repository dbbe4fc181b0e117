import sanitizeTextContent from '../../../node_modules/write-excel-file/modules/xml/sanitizeTextContent.js'
import { DAY_MS } from '#/contract/day.ts'
import type { Cell } from './cell.ts'

/*
 * The rows of a sheet as XML. The package makes an object with two dozen properties of every cell: of a hundred thousand rows
 * that takes longer than to load them.
 */

/** What a cell looks like, by the number that the workbook's styles have for it. */
export interface CellStyles {
  readonly moment: string
  readonly day: string
  readonly share: string
  readonly bold: string
}
type CellStyle = keyof CellStyles

/** More does not fit a cell: the whole file would not open. */
const MAX_CHARACTERS = 32_767
/** Sheets count days from 1900, as if that had been a leap year. */
const EPOCH_DAYS = 25_569

/** What a spreadsheet would read as one character, `_x0041_`, stays the seven that it is. */
const plain = (text: string): string => {
  const whole = text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1)}…` : whole
}

/** All but the characters that XML writes in another way or not at all: most texts have none of those. */
const AS_IT_IS = /^[\t\n\r\u0020-%'-;=?-~\u0085\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFC]*$/
const escaped = (text: string) => (AS_IT_IS.test(text) ? text : sanitizeTextContent(text))

/** 27 → `AB` */
const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

const CHUNK_CHARACTERS = 1 << 20

/** UTF-8 of texts that come one by one: a sheet may be larger than a text may be. */
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
    end: (): Uint8Array => {
      flush()
      const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
      let at = 0
      for (const chunk of chunks) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      return bytes
    },
  }
}

/** The texts of a workbook, each once. */
export const createSharedStrings = () => {
  const ids = new Map<string, number>()
  const bytes = createBytes()
  bytes.add('<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">')
  return {
    idOf: (text: string): number => {
      const known = ids.get(text)
      if (known !== undefined) return known
      const id = ids.size
      ids.set(text, id)
      const space = text.trim().length === text.length ? '' : ' xml:space="preserve"'
      bytes.add(`<si><t${space}>${escaped(plain(text))}</t></si>`)
      return id
    },
    end: (): Uint8Array => {
      bytes.add('</sst>')
      return bytes.end()
    },
  }
}
export type SharedStrings = ReturnType<typeof createSharedStrings>

/** A row's number in the sheet, from 0, and a column's. */
export type StyleAt = (row: number, column: number, cell: Cell) => CellStyle | undefined

/**
 * A sheet's XML in UTF-8.
 * @param around what stands in front of the rows and behind them
 * @param styleAt what a cell looks like; undefined: a date is a moment, and all else has no style
 */
export const sheetXml = (
  rows: readonly (readonly Cell[])[],
  [before, after]: readonly [before: string, after: string],
  strings: SharedStrings,
  styles: CellStyles,
  styleAt: StyleAt,
): Uint8Array => {
  const bytes = createBytes()
  const columns: string[] = []
  bytes.add(before)
  for (const [index, row] of rows.entries()) {
    const number = index + 1
    let xml = `<row r="${number}">`
    for (let column = 0; column < row.length; column++) {
      const cell = row[column]
      if (cell === null || cell === undefined || cell === '') continue
      const style = styleAt(index, column, cell) ?? (cell instanceof Date ? 'moment' : undefined)
      xml += `<c r="${(columns[column] ??= letters(column))}${number}"`
      if (style !== undefined) xml += ` s="${styles[style]}"`
      xml +=
        typeof cell === 'string'
          ? ` t="s"><v>${strings.idOf(cell)}</v></c>`
          : `><v>${typeof cell === 'number' ? cell : cell.getTime() / DAY_MS + EPOCH_DAYS}</v></c>`
    }
    bytes.add(`${xml}</row>`)
  }
  bytes.add(after)
  return bytes.end()
}
