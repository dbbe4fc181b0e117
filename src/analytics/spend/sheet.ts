import Papa from 'papaparse'

/** Cells of a sheet, line by line. */
export type SheetRows = readonly (readonly string[])[]

/** Enough for a year of days of many campaigns. */
export const SHEET_LINES_MAX = 20_000

/** The rows of a pasted or opened text, or why there are none to read. */
export type Sheet =
  | {
      readonly is: 'read'
      readonly rows: SheetRows
      /** Lines where a quotation mark is not closed, from 1: it is read as a letter. */
      readonly openQuotes: readonly number[]
    }
  | { readonly is: 'empty' }
  | { readonly is: 'too_long' }

const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** In the order of trust: a tab is always a separator, while a comma may be part of a number. */
const SEPARATORS = ['\t', ';', ',', '|'] as const
type Separator = (typeof SEPARATORS)[number]
const SAMPLE_LINES = 200

/** Stands for a quotation mark that is a letter; of the private use area, so that no text has it. */
const LETTER_QUOTE = '\uE022'

/** A whole cell in quotation marks; with tabs between cells it has none in it, since spreadsheets write none there. */
const QUOTED = {
  '\t': /(^|[\t\n])("[^"\t]*(?:""[^"\t]*)*"(?=[\t\n]|$))|"/g,
  ';': /(^|[;\n])("[^"]*(?:""[^"]*)*"(?=[;\n]|$))|"/g,
  ',': /(^|[,\n])("[^"]*(?:""[^"]*)*"(?=[,\n]|$))|"/g,
  '|': /(^|[|\n])("[^"]*(?:""[^"]*)*"(?=[|\n]|$))|"/g,
} as const satisfies Record<Separator, RegExp>

/**
 * Cells as spreadsheets write them: in quotation marks from one end to the other, or with marks that are letters. A mark
 * that opens a cell and closes none would take the lines below it with it.
 */
const parse = (text: string, delimiter: Separator, preview: number) => {
  const safe = text.replace(QUOTED[delimiter], (found: string, _lead, quoted: string | undefined) =>
    quoted === undefined ? LETTER_QUOTE : found,
  )
  const { data, errors } = Papa.parse<string[]>(safe, { delimiter, newline: '\n', preview })
  const openQuotes = new Set(errors.map(({ row = 0 }) => row + 1))
  const rows = data.map((row, index) =>
    row.map((cell) => {
      const isOpen = cell.startsWith(LETTER_QUOTE) && cell.indexOf(LETTER_QUOTE, 1) === -1
      if (isOpen) openQuotes.add(index + 1)
      return cell.replaceAll(LETTER_QUOTE, '"')
    }),
  )
  return { rows, openQuotes: [...openQuotes].toSorted((a, b) => a - b) }
}

/** What stands between the cells: it cuts the most lines into the same number of them, titles above a table aside. */
const separatorOf = (text: string): Separator => {
  const alike = SEPARATORS.map((delimiter) => {
    const { rows } = parse(text, delimiter, SAMPLE_LINES)
    const widths = Map.groupBy(
      rows.filter(({ length }) => length > 1),
      ({ length }) => length,
    )
    return Math.max(0, ...[...widths.values()].map(({ length }) => length))
  })
  return SEPARATORS[alike.indexOf(Math.max(...alike))]!
}

/** A sheet without the blank lines at its end. */
export const sheetFromRows = (rows: SheetRows, openQuotes: readonly number[] = []): Sheet => {
  const length = rows.findLastIndex((row) => !isBlank(row)) + 1
  if (length === 0) return { is: 'empty' }
  return length > SHEET_LINES_MAX
    ? { is: 'too_long' }
    : { is: 'read', rows: rows.slice(0, length), openQuotes }
}

/** Excel's own first line, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\n/i

/** Cells of a text that was pasted or saved as CSV, whatever stands between them; blank lines stay, so that lines count. */
export const readSheet = (text: string): Sheet => {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const named = SEPARATORS.find((separator) => separator === SEPARATOR_LINE.exec(plain)?.[1])
  const table = plain.replace(SEPARATOR_LINE, '\n')
  const { rows, openQuotes } = parse(table, named ?? separatorOf(sampleOf(table)), SHEET_LINES_MAX + 1)
  return sheetFromRows(rows, openQuotes)
}

/** The beginning of a text, which a separator is guessed from. */
const sampleOf = (text: string) => text.split('\n', SAMPLE_LINES).join('\n')
