import { unzipSync, zipSync } from 'fflate'
import { readXlsx, type CellValue } from 'hucre/xlsx'
import { WORKBOOK_MAX, type WorkbookAnswer, type WorkbookProblem } from '#/contract/spend/spend-sheet.ts'

export type ReadWorkbook = WorkbookAnswer | { readonly problem: WorkbookProblem }

/** Longer texts are cut: no name and no amount is as long. */
const CELL_CHARACTERS = 1000
/** Of all cells together: shared texts are in the file once, and in the answer as often as they are used. */
const CHARACTERS_MAX = 10_000_000
/** Cells that have a look and nothing in them are written too. */
const WRITTEN_CELLS_MAX = 5 * WORKBOOK_MAX.cells

class TooLarge extends Error {}

const PARTS = /\.(?:xml|rels)$/i
const CELL = /<(?:\w+:)?c[\s/>]/g

/**
 * The parts of a workbook without compression, so that what reads them unpacks nothing. Each is cut at the size that the
 * archive says it has, whatever it really unpacks to.
 */
const unpacked = (file: Uint8Array): Uint8Array => {
  let [entries, bytes] = [0, 0]
  unzipSync(file, {
    filter: ({ originalSize }) => {
      entries++
      bytes += originalSize
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

/** Three digits after the point could be thousands elsewhere. */
const numberText = (number: number): string => {
  const text = String(number)
  return /\.\d{3}$/.test(text) ? `${text}0` : text
}

const cellText = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dayText(value)
  return String(value).slice(0, CELL_CHARACTERS)
}

/** Without the empty cells and lines at the ends. */
const trimmed = (rows: readonly (readonly string[])[]): string[][] => {
  const cut = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return cut.slice(0, cut.findLastIndex((row) => row.length > 0) + 1)
}

/** The cells of an Excel workbook, checked before they are parsed. Takes as long as the file is large: for a thread of its own. */
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
    // The reader has a limit of its own for cells far apart.
    const isTooLarge =
      error instanceof TooLarge || (error instanceof Error && /over the \d+ limit/.test(error.message))
    return { problem: isTooLarge ? 'sheet_too_large' : 'sheet_unreadable' }
  }
}
