// The package's own entries pack the file in workers made of text, which our Content-Security-Policy forbids; this is the
// way they leave unused that packs it where it stands.
import { generateXlsxFileSync } from '../../../node_modules/write-excel-file/modules/export/writeXlsxFileUniversal.js'
import type { Sheet } from 'write-excel-file/universal'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell, FileColumn } from './cell.ts'

/** More does not fit a cell: the whole file would not open. */
const MAX_CHARACTERS = 32_767
const WIDTH = 12

const DATE_FORMAT = {
  en: 'mmm d, yyyy hh:mm:ss',
  ru: 'dd.mm.yyyy hh:mm:ss',
} as const satisfies Record<Locale, string>

/** What a spreadsheet would read as one character, `_x0041_`, stays the seven that it is. */
const plain = (text: string): string => {
  const whole = text.replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1)}…` : whole
}

/** A tenth of a per cent is shown; the cell holds all of it. */
const SHARE = '0.0%'
const DAY_FORMAT = { en: 'mmm d, yyyy', ru: 'dd.mm.yyyy' } as const satisfies Record<Locale, string>

const sheetCell = (cell: Cell, kind: FileColumn['kind'], locale: Locale) => {
  if (typeof cell === 'string') return plain(cell)
  if (kind === 'share' && typeof cell === 'number') return { value: cell, type: Number, format: SHARE }
  if (kind === 'day' && cell instanceof Date) return { value: cell, type: Date, format: DAY_FORMAT[locale] }
  return cell
}
const bold = (value: string) => ({ value: plain(value), fontWeight: 'bold' as const })

/** Neither these signs, nor an apostrophe at an end, nor more than 31 may be in a sheet's name: the file would not open. */
const sheetName = (name: string) =>
  name
    .replace(/[\\/?*[\]:]/g, ' ')
    .slice(0, MAX_SHEET_NAME)
    .replace(/^[\s']+|[\s']+$/g, '')
const MAX_SHEET_NAME = 31
/** Of a client's name that much is left, whatever the rows are called. */
const LEAST_OF_CLIENT = 8

/** `Sever Group · Contacts`: where there is no room for both, the client's name is cut first, then the rows'. */
const titleOf = (client: string | null, title: string): string => {
  const name = client === null ? '' : sheetName(client)
  if (name === '') return sheetName(title)
  const room = Math.max(MAX_SHEET_NAME - title.length - 3, LEAST_OF_CLIENT)
  return sheetName(`${name.length > room ? `${name.slice(0, room - 1).trimEnd()}…` : name} · ${title}`)
}

export interface Workbook {
  /** The agency's client whose data they are; null: no agency. */
  readonly client: string | null
  /** What the rows are. */
  readonly title: string
  readonly columns: readonly FileColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Stands above everything else when something is missing. */
  readonly note: string | null
  readonly about: readonly AboutLine<Cell>[]
  readonly locale: Locale
}

/** Two sheets: the rows, and what the file holds. Texts are texts, whatever they begin with. */
export const xlsxFile = ({ client, title, columns, rows, note, about, locale }: Workbook): Promise<Blob> => {
  const dateFormat = DATE_FORMAT[locale]
  const sheets: Sheet<never>[] = [
    {
      sheet: titleOf(client, title),
      data: [
        ...(note === null ? [] : [[bold(note)]]),
        columns.map(({ name }) => bold(name)),
        ...rows.map((row) => row.map((cell, index) => sheetCell(cell, columns[index]?.kind, locale))),
      ],
      columns: columns.map(({ width = WIDTH }) => ({ width })),
      stickyRowsCount: note === null ? 1 : 2,
      dateFormat,
    },
    {
      sheet: m.export_about(),
      data: about.map(({ name, value }) => [bold(name), sheetCell(value, undefined, locale)]),
      columns: [{ width: 24 }, { width: 60 }],
      dateFormat,
    },
  ]
  return generateXlsxFileSync(sheets, {}, undefined, undefined)
}
