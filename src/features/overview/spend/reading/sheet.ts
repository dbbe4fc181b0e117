import Papa from 'papaparse'

export type SheetRows = readonly (readonly string[])[]

/** A year of days of many campaigns. */
export const SHEET_LINES_MAX = 20_000

export type Sheet =
  | {
      readonly is: 'read'
      readonly rows: SheetRows
      /** Lines from 1 with an unclosed quotation mark, read as a letter. */
      readonly openQuotes: readonly number[]
    }
  | { readonly is: 'empty' }
  | { readonly is: 'too_long' }

const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** By reliability: a comma may be part of a number. */
const SEPARATORS = ['\t', ';', ',', '|'] as const
type Separator = (typeof SEPARATORS)[number]
const SAMPLE_LINES = 200

/** A private-use placeholder for a literal quotation mark. */
const LETTER_QUOTE = '\uE022'

/** A quoted cell; with tabs as separators it contains none, as spreadsheets write it. */
const QUOTED = {
  '\t': /(^|[\t\n])("[^"\t]*(?:""[^"\t]*)*"(?=[\t\n]|$))|"/g,
  ';': /(^|[;\n])("[^"]*(?:""[^"]*)*"(?=[;\n]|$))|"/g,
  ',': /(^|[,\n])("[^"]*(?:""[^"]*)*"(?=[,\n]|$))|"/g,
  '|': /(^|[|\n])("[^"]*(?:""[^"]*)*"(?=[|\n]|$))|"/g,
} as const satisfies Record<Separator, RegExp>

/** Parses cells; a mark that opens a cell and never closes is a letter, since it would swallow the lines below. */
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

export const sheetFromRows = (rows: SheetRows, openQuotes: readonly number[] = []): Sheet => {
  const length = rows.findLastIndex((row) => !isBlank(row)) + 1
  if (length === 0) return { is: 'empty' }
  return length > SHEET_LINES_MAX
    ? { is: 'too_long' }
    : { is: 'read', rows: rows.slice(0, length), openQuotes }
}

/** Excel's first line, which names the separator. */
const SEPARATOR_LINE = /^sep=(.)\n/i

/** Parses pasted text or CSV; blank lines stay, so that line numbers match. */
export const readSheet = (text: string): Sheet => {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const named = SEPARATORS.find((separator) => separator === SEPARATOR_LINE.exec(plain)?.[1])
  const table = plain.replace(SEPARATOR_LINE, '\n')
  const { rows, openQuotes } = parse(table, named ?? separatorOf(sampleOf(table)), SHEET_LINES_MAX + 1)
  return sheetFromRows(rows, openQuotes)
}

const sampleOf = (text: string) => text.split('\n', SAMPLE_LINES).join('\n')
