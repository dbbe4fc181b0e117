import type { Locale } from '#/i18n/locale.ts'
import type { Cell, FileParts } from './cell.ts'

/**
 * Formula signs, including full-width ones that may be normalised: at the start, after invisible characters, and
 * after any country's separator, since a differently configured program splits there even inside quotes.
 */
const FORMULA =
  /([,;\t\r\n]|^)(?=(?:(?![\r\n])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}"])*[=+\-@＝＋－＠])/gu
const SIGN = /[=+\-@＝＋－＠]/
const CONTROL = /^[\t\r\n\0]/

/** Without these, as most cells are, a text is no formula and needs no quotes. */
const ODD = /["\r\n\t\0\uFEFF,;=+\-@＝＋－＠]|^ | $/

/** Prefixes formulas with an apostrophe, so that they aren't executed. */
const inertText = (text: string): string => {
  const inert = SIGN.test(text) ? text.replace(FORMULA, "$1'") : text
  return CONTROL.test(inert) ? `'${inert}` : inert
}

/** Separators by locale: with a decimal comma, cells need another one. */
export interface CsvDialect {
  readonly separator: ',' | ';' | '\t'
  readonly decimal: '.' | ','
  /** `="79261234567"`: Excel keeps long digits as text; other programs may show the formula. */
  readonly isNumberText?: boolean
}
export const CSV_DIALECTS = {
  en: { separator: ',', decimal: '.' },
  ru: { separator: ';', decimal: ',' },
} as const satisfies Record<Locale, CsvDialect>

/** With the comma as separator, numbers have a point. */
export const csvDialect = (
  locale: Locale,
  separator: CsvDialect['separator'],
  isNumberText: boolean,
): CsvDialect => ({
  separator,
  decimal: separator === ',' ? '.' : CSV_DIALECTS[locale].decimal,
  isNumberText,
})

/** `2026-11-20 14:03:05`: recognised in all languages. */
const moment = (date: Date) => date.toISOString().slice(0, 19).replace('T', ' ')

/** Values that need quotes by RFC 4180, or would be trimmed. */
const QUOTED = /["\r\n\uFEFF]|^ | $/
const quoted = (text: string, separator: string): string =>
  text.includes(separator) || QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const DIGITS = /^\d+$/

const cellText = (cell: Cell, { separator, decimal, isNumberText }: CsvDialect): string => {
  if (cell === null) return ''
  if (isNumberText === true && typeof cell === 'string' && DIGITS.test(cell))
    return quoted(`="${cell}"`, separator)
  if (typeof cell === 'number') return String(cell).replace('.', decimal)
  if (cell instanceof Date) return moment(cell)
  return ODD.test(cell) ? quoted(inertText(cell), separator) : cell
}

const BYTE_ORDER_MARK = '\uFEFF'

/** A row with line end (RFC 4180). */
export const csvRow = (row: readonly Cell[], dialect: CsvDialect): string =>
  `${row.map((cell) => cellText(cell, dialect)).join(dialect.separator)}\r\n`

/**
 * A CSV file. A note on missing data is the last line, since programs read the first as headers.
 * @param chunks UTF-8 of rows by {@link csvRow}
 */
export const csvFile = (
  names: readonly string[],
  chunks: FileParts,
  note: string | null,
  dialect: CsvDialect,
): FileParts => {
  const utf8 = new TextEncoder()
  return [
    utf8.encode(BYTE_ORDER_MARK + csvRow(names, dialect)),
    ...chunks,
    utf8.encode(note === null ? '' : csvRow([note, ...names.slice(1).map(() => null)], dialect)),
  ]
}
