import { unzipSync, zipSync } from 'fflate'
import { readXlsx, type CellValue } from 'hucre/xlsx'
import { WORKBOOK_MAX, type WorkbookAnswer, type WorkbookProblem } from '#/contract/spend/spend-sheet.ts'

export type ReadWorkbook = WorkbookAnswer | { readonly problem: WorkbookProblem }

const CELL_CHARACTERS = 1000
/** Over all cells: shared strings expand in the answer. */
const CHARACTERS_MAX = 10_000_000
/** Formatted empty cells are stored in the file too. */
const WRITTEN_CELLS_MAX = 5 * WORKBOOK_MAX.cells

class TooLarge extends Error {}

const PARTS = /\.(?:xml|rels)$/i
const CELL = /<(?:\w+:)?c[\s/>]/g

/** Repacks a workbook uncompressed, so that the parser unpacks nothing. Each part is cut at its declared size (zip bombs). */
const unpacked = (file: Uint8Array): Uint8Array => {
  let [entries, bytes] = [0, 0]
  unzipSync(file, {
    filter: ({ name, originalSize }) => {
      entries++
      // Pictures stay packed.
      if (PARTS.test(name)) bytes += originalSize
      return false
    },
  })
  if (entries > WORKBOOK_MAX.entries || bytes > WORKBOOK_MAX.unpackedBytes) throw new TooLarge()
  const parts = unzipSync(file, { filter: ({ name }) => PARTS.test(name) })
  let cells = 0
  for (const part of Object.values(parts)) {
    const text = new TextDecoder().decode(part)
    if (!text.includes('sheetData')) continue
    for (const _ of text.matchAll(CELL)) if (++cells > WRITTEN_CELLS_MAX) throw new TooLarge()
  }
  return zipSync(parts, { level: 0 })
}

const dayText = (date: Date): string => {
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

/** Without an exponent, and with three decimals, which could be read as thousands, as four. */
const numberText = (number: number): string => {
  const text = String(number)
  if (text.includes('e')) return Math.abs(number) < 1 ? '0' : String(BigInt(number))
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

const cellText = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dayText(value)
  return String(value).slice(0, CELL_CHARACTERS)
}

const trimmed = (rows: readonly (readonly string[])[]): string[][] => {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1)
}

/** The cells of an Excel workbook, checked before parsing. Slow for large files: run it in a thread. */
export const readWorkbookFile = async (file: Uint8Array): Promise<ReadWorkbook> => {
  try {
    const book = await readXlsx(unpacked(file))
    let [cells, characters] = [0, 0]
    const sheets = book.sheets.flatMap(({ name, rows, hidden, veryHidden }) => {
      if (hidden === true || veryHidden === true) return []
      const texts = trimmed(
        rows.map((row) =>
          row.map((value) => {
            const text = cellText(value)
            if (text !== '') cells++
            characters += text.length
            if (cells > WORKBOOK_MAX.cells || characters > CHARACTERS_MAX) throw new TooLarge()
            return text
          }),
        ),
      )
      return texts.length === 0 ? [] : [{ name, rows: texts }]
    })
    return { sheets }
  } catch (error) {
    // The parser has its own limit for sparse cells.
    const isTooLarge =
      error instanceof TooLarge || (error instanceof Error && /over the \d+ limit/.test(error.message))
    return { problem: isTooLarge ? 'sheet_too_large' : 'sheet_unreadable' }
  }
}
