// Of the package the frame of a workbook and its styles: the rows are ours (sheet-xml.ts), and its own entries pack the file
// in workers made of text, which our Content-Security-Policy forbids.
import generateXlsxFileContents from '../../../node_modules/write-excel-file/modules/xlsx/generateXlsxFileContents.js'
import { zipSync, type Zippable } from 'fflate'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell, FileColumn } from './cell.ts'
import {
  createSharedStrings,
  sheetRow,
  sheetXml,
  type CellStyles,
  type SheetRow,
  type StyleAt,
} from './sheet-xml.ts'

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

const MIME_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Takes less than half as long as the package's own 6, for a ninth more bytes. */
const PACKING_LEVEL = 3

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
  readonly locale: Locale
}

/** What a workbook holds when all rows have come. */
export interface WorkbookContents<Row> {
  readonly rows: readonly Row[]
  /** Stands above everything else when something is missing. */
  readonly note: string | null
  readonly about: readonly AboutLine<Cell>[]
}

const inBold: StyleAt = () => 'bold'

/**
 * A file whose rows are written as they come. Two sheets: the rows, and what the file holds. Texts are texts, whatever they
 * begin with.
 */
export const createWorkbook = ({ client, title, columns, locale }: Workbook) => {
  const data = [Object.values(styleRow(locale))]
  const framesOf = (header: number) =>
    generateXlsxFileContents(
      [
        {
          sheet: titleOf(client, title),
          columns: columns.map(({ width = WIDTH }) => ({ width })),
          stickyRowsCount: header,
          data,
        },
        { sheet: m.export_about(), columns: [{ width: 24 }, { width: 60 }], data },
      ],
      {},
    )
  const sheetPath = (number: number) => `xl/worksheets/sheet${number}.xml`
  const strings = createSharedStrings()
  const { styles } = frameOf(framesOf(1)[sheetPath(1)] ?? '')
  const rowOf = (cells: readonly Cell[], styleAt: StyleAt) => sheetRow(cells, strings, styles, styleAt)
  const byKind: StyleAt = (column, cell) => {
    const kind = columns[column]?.kind
    if (kind === 'share') return typeof cell === 'number' ? kind : undefined
    return kind === 'day' && cell instanceof Date ? kind : undefined
  }

  return {
    row: (cells: readonly Cell[]): SheetRow => rowOf(cells, byKind),
    /** @param rows this workbook's own */
    file: ({ rows, note, about }: WorkbookContents<SheetRow>): Blob => {
      const heads = [...(note === null ? [] : [[note]]), columns.map(({ name }) => name)]
      const sheets = [
        [...heads.map((cells) => rowOf(cells, inBold)), ...rows],
        about.map(({ name, value }) => rowOf([name, value], (column) => (column === 0 ? 'bold' : undefined))),
      ]
      const frames = framesOf(heads.length)
      const encoder = new TextEncoder()
      const files: Zippable = {}
      for (const [path, xml] of Object.entries(frames)) files[path] = encoder.encode(xml)
      for (const [index, sheet] of sheets.entries()) {
        const path = sheetPath(index + 1)
        files[path] = sheetXml(sheet, frameOf(frames[path] ?? '').around)
      }
      files['xl/sharedStrings.xml'] = strings.xml()
      return new Blob([zipSync(files, { level: PACKING_LEVEL })], { type: MIME_TYPE })
    },
  }
}

/** A workbook whose rows are all here. */
export const xlsxFile = ({
  rows,
  note,
  about,
  ...workbook
}: Workbook & WorkbookContents<readonly Cell[]>): Blob => {
  const { row, file } = createWorkbook(workbook)
  return file({ rows: rows.map(row), note, about })
}
