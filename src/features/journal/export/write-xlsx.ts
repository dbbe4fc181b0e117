// The package's own entries pack the file in workers made of text, which our Content-Security-Policy forbids; this is the
// way they leave unused that packs it where it stands.
import { generateXlsxFileSync } from '../../../../node_modules/write-excel-file/modules/export/writeXlsxFileUniversal.js'
import type { Sheet } from 'write-excel-file/universal'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { Cell } from './fields.ts'
import type { AboutLine } from './job.ts'

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

const sheetCell = (cell: Cell) => (typeof cell === 'string' ? plain(cell) : cell)
const bold = (value: string) => ({ value: plain(value), fontWeight: 'bold' as const })

export interface Workbook {
  readonly columns: readonly { readonly name: string; readonly width?: number | undefined }[]
  readonly rows: readonly (readonly Cell[])[]
  /** Stands above everything else when something is missing. */
  readonly note: string | null
  readonly about: readonly (AboutLine | { readonly name: string; readonly value: Cell })[]
  readonly locale: Locale
}

/** Two sheets: the contacts, and what the file holds. Texts are texts, whatever they begin with. */
export const xlsxFile = ({ columns, rows, note, about, locale }: Workbook): Promise<Blob> => {
  const dateFormat = DATE_FORMAT[locale]
  const sheets: Sheet<never>[] = [
    {
      sheet: m.contacts_table(),
      data: [
        ...(note === null ? [] : [[bold(note)]]),
        columns.map(({ name }) => bold(name)),
        ...rows.map((row) => row.map(sheetCell)),
      ],
      columns: columns.map(({ width = WIDTH }) => ({ width })),
      stickyRowsCount: note === null ? 1 : 2,
      dateFormat,
    },
    {
      sheet: m.export_about(),
      data: about.map(({ name, value }) => [bold(name), sheetCell(value)]),
      columns: [{ width: 24 }, { width: 60 }],
      dateFormat,
    },
  ]
  return generateXlsxFileSync(sheets, {}, undefined, undefined)
}
