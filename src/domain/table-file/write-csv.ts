import type { Locale } from '#/i18n/locale.ts'
import type { Cell } from './cell.ts'

/**
 * Signs that make a spreadsheet read a text as a formula, the wide ones too, which some turn into narrow ones: at the
 * beginning, behind what cannot be seen, and behind whatever separates cells in some country, since a program that is
 * set to another separator than the file's cuts the text there, quoted or not.
 */
const FORMULA =
  /([,;\t\r\n]|^)(?=(?:(?![\r\n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}"])*[=+\-@＝＋－＠])/gu
/** Most texts have none of them and need not be looked through. */
const SIGN = /[=+\-@＝＋－＠]/
const CONTROL = /^[\t\r\n\0]/

/** A text that no spreadsheet runs: an apostrophe in front of a formula says that it is text. */
const inertText = (text: string): string => {
  const inert = SIGN.test(text) ? text.replace(FORMULA, "$1'") : text
  return CONTROL.test(inert) ? `'${inert}` : inert
}

/** Separators as spreadsheets of a country expect them: where the comma is in numbers, it cannot be between cells. */
export interface CsvDialect {
  readonly separator: ',' | ';' | '\t'
  readonly decimal: '.' | ','
  /** Excel shows texts of digits as they are, however long; other programs show `="79261234567"`. */
  readonly isNumberText?: boolean
}
export const CSV_DIALECTS = {
  en: { separator: ',', decimal: '.' },
  ru: { separator: ';', decimal: ',' },
} as const satisfies Record<Locale, CsvDialect>

/** A language's dialect with another separator: where that is the comma, numbers have a point. */
export const csvDialect = (
  locale: Locale,
  separator: CsvDialect['separator'],
  isNumberText: boolean,
): CsvDialect => ({
  separator,
  decimal: separator === ',' ? '.' : CSV_DIALECTS[locale].decimal,
  isNumberText,
})

/** `2026-11-20 14:03:05`: read as a moment by spreadsheets of every language. */
const moment = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')

/** What RFC 4180 wants in quotes beside the separator, and what some programs would take away. */
const QUOTED = /["\r\n\uFEFF]|^ | $/
const quoted = (text: string, separator: string): string =>
  text.includes(separator) || QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const DIGITS = /^\d+$/

const cellText = (cell: Cell, { separator, decimal, isNumberText }: CsvDialect): string => {
  if (cell === null) return ''
  if (isNumberText === true && typeof cell === 'string' && DIGITS.test(cell))
    return quoted(`="${cell}"`, separator)
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  return cell instanceof Date ? moment(cell) : quoted(inertText(cell), separator)
}

/** Spreadsheets take a file without it for one of the system's old 8-bit encodings. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A row as RFC 4180 has it, with its end. */
export const csvRow = (row: readonly Cell[], dialect: CsvDialect): string =>
  `${row.map((cell) => cellText(cell, dialect)).join(dialect.separator)}\r\n`

/**
 * A whole file: a line of names, the rows, and where something is missing a last line that says so: there programs that
 * read the first line for the columns are not misled.
 * @param chunks rows as {@link csvRow} has them
 */
export const csvFile = (
  names: readonly string[],
  chunks: readonly (readonly string[])[],
  note: string | null,
  dialect: CsvDialect,
): Blob =>
  new Blob(
    [
      BYTE_ORDER_MARK,
      csvRow(names, dialect),
      ...chunks.map((rows) => rows.join('')),
      note === null ? '' : csvRow([note, ...names.slice(1).map(() => null)], dialect),
    ],
    { type: 'text/csv;charset=utf-8' },
  )
