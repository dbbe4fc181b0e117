// Of the package the frame of a workbook and its styles: the rows are ours (sheet-xml.ts), and its own entries pack the file
// in workers made of text, which our Content-Security-Policy forbids.
import generateXlsxFileContents from '../../../node_modules/write-excel-file/modules/xlsx/generateXlsxFileContents.js'
import { zipSync, type Zippable } from 'fflate'
import type { Sheet } from 'write-excel-file/universal'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell, FileColumn } from './cell.ts'
import { createSharedStrings, sheetXml, type CellStyles, type StyleAt } from './sheet-xml.ts'

const WIDTH = 12

const DATE_FORMAT = {
  en: 'mmm d, yyyy hh:mm:ss',
  ru: 'dd.mm.yyyy hh:mm:ss',
} as const satisfies Record<Locale, string>

/** A tenth of a per cent is shown; the cell holds all of it. */
const SHARE = '0.0%'
const DAY_FORMAT = { en: 'mmm d, yyyy', ru: 'dd.mm.yyyy' } as const satisfies Record<Locale, string>

/** By the names of the styles: the package gives each a number, which is read back from the one row that it writes. */
const styleRow = (locale: Locale) => {
  const date = new Date(0)
  return {
    moment: { value: date, type: Date, format: DATE_FORMAT[locale] },
    day: { value: date, type: Date, format: DAY_FORMAT[locale] },
    share: { value: 0, type: Number, format: SHARE },
    bold: { value: 0, type: Number, fontWeight: 'bold' },
  } as const satisfies Record<keyof CellStyles, object>
}

/** What the package wrote around that row, and the numbers of its styles. */
const frameOf = (xml: string): { around: [before: string, after: string]; styles: CellStyles } => {
  const [, before, row, after] = /^(.*<sheetData>)(.*)(<\/sheetData>.*)$/s.exec(xml) ?? []
  const [moment, day, share, bold] = [...(row ?? '').matchAll(/ s="(\d+)"/g)].map(([, id]) => id)
  if (!before || !after || !moment || !day || !share || !bold)
    throw new Error('The frame of a sheet is not the one that was expected')
  return { around: [before, after], styles: { moment, day, share, bold } }
}

interface SheetOfRows {
  readonly frame: Omit<Sheet<never>, 'data'>
  readonly rows: readonly (readonly Cell[])[]
  readonly styleAt: StyleAt
}

const MIME_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Takes half as long as the package's own 6, for a sixteenth more bytes. */
const PACKING_LEVEL = 4

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
export const xlsxFile = ({ client, title, columns, rows, note, about, locale }: Workbook): Blob => {
  const header = note === null ? 1 : 2
  const inRows: StyleAt = (row, column, cell) => {
    if (row < header) return 'bold'
    const kind = columns[column]?.kind
    if (kind === 'share') return typeof cell === 'number' ? kind : undefined
    return kind === 'day' && cell instanceof Date ? kind : undefined
  }
  const sheets: readonly SheetOfRows[] = [
    {
      frame: {
        sheet: titleOf(client, title),
        columns: columns.map(({ width = WIDTH }) => ({ width })),
        stickyRowsCount: header,
      },
      rows: [...(note === null ? [] : [[note]]), columns.map(({ name }) => name), ...rows],
      styleAt: inRows,
    },
    {
      frame: { sheet: m.export_about(), columns: [{ width: 24 }, { width: 60 }] },
      rows: about.map(({ name, value }) => [name, value]),
      styleAt: (_, column) => (column === 0 ? 'bold' : undefined),
    },
  ]
  const files: Zippable = {}
  const encoder = new TextEncoder()
  const data = [Object.values(styleRow(locale))]
  const parts = generateXlsxFileContents(
    sheets.map(({ frame }) => ({ ...frame, data })),
    {},
  )
  for (const [path, xml] of Object.entries(parts)) files[path] = encoder.encode(xml)
  const strings = createSharedStrings()
  for (const [index, { rows, styleAt }] of sheets.entries()) {
    const path = `xl/worksheets/sheet${index + 1}.xml`
    const { around, styles } = frameOf(parts[path] ?? '')
    files[path] = sheetXml(rows, around, strings, styles, styleAt)
  }
  files['xl/sharedStrings.xml'] = strings.end()
  return new Blob([zipSync(files, { level: PACKING_LEVEL })], { type: MIME_TYPE })
}
