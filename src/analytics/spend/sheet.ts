import Papa from 'papaparse'

export type SheetEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251'

/**
 * The text of a file as spreadsheets write them: UTF-8, UTF-16 with its mark, and, where it can be neither, what Excel of
 * a Russian Windows writes.
 */
export const decodeText = (
  bytes: Uint8Array,
): { readonly text: string; readonly encoding: SheetEncoding } => {
  const [a, b] = bytes
  const marked = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : null
  const decoded = (encoding: SheetEncoding, fatal: boolean) => ({
    text: new TextDecoder(encoding, { fatal }).decode(bytes),
    encoding,
  })
  if (marked !== null) return decoded(marked, false)
  try {
    return decoded('utf-8', true)
  } catch {
    return decoded('windows-1251', false)
  }
}

/** Enough for a year of days of many campaigns. */
export const SHEET_LINES_MAX = 20_000

/** The rows of a pasted or opened text, or why there are none to read. */
export type Sheet =
  | { readonly is: 'read'; readonly rows: readonly (readonly string[])[] }
  | { readonly is: 'empty' }
  | { readonly is: 'too_long' }

const isBlank = (row: readonly string[]) => row.every((cell) => cell.trim() === '')

/** In the order of trust: a tab is always a separator, while a comma may be part of a number. */
const SEPARATORS = ['\t', ';', ','] as const
const SAMPLE_LINES = 200

/** What stands between the cells: it cuts the most lines into the same number of them, titles above a table aside. */
const separatorOf = (text: string): string => {
  const alike = SEPARATORS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: SAMPLE_LINES })
    const widths = Map.groupBy(
      data.filter(({ length }) => length > 1),
      ({ length }) => length,
    )
    return Math.max(0, ...[...widths.values()].map(({ length }) => length))
  })
  return SEPARATORS[alike.indexOf(Math.max(...alike))]!
}

/** Cells of a text that was pasted or saved as CSV, whatever stands between them; blank lines stay, so that lines count. */
export const readSheet = (text: string): Sheet => {
  // Excel's own first line, which names the separator; the file shows that one by itself.
  const plain = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '\n')
  const { data } = Papa.parse<string[]>(plain, {
    delimiter: separatorOf(plain),
    preview: SHEET_LINES_MAX + 1,
  })
  while (data.length > 0 && isBlank(data.at(-1)!)) data.pop()
  if (data.length === 0) return { is: 'empty' }
  return data.length > SHEET_LINES_MAX ? { is: 'too_long' } : { is: 'read', rows: data }
}
