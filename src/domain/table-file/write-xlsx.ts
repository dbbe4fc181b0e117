import { zipSync, type Zippable } from 'fflate'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell, FileColumn } from './cell.ts'
import { sheetFrame, sheetPath, STYLES, TEXTS_PATH, workbookParts } from './workbook-parts.ts'
import { createSharedStrings, sheetRow, sheetXml, type SheetRow, type StyleAt } from './sheet-xml.ts'

const WIDTH = 12
const ABOUT_WIDTHS = [24, 60]

const MIME_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** Takes less than half as long as the usual 6, for a ninth more bytes. */
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
  const strings = createSharedStrings()
  const rowOf = (cells: readonly Cell[], styleAt: StyleAt) => sheetRow(cells, strings, STYLES, styleAt)
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
      const rowsOfAbout = about.map(({ name, value }) =>
        rowOf([name, value], (column) => (column === 0 ? 'bold' : undefined)),
      )
      const sheets = [
        sheetXml(
          [...heads.map((cells) => rowOf(cells, inBold)), ...rows],
          sheetFrame(
            columns.map(({ width = WIDTH }) => width),
            heads.length,
          ),
        ),
        sheetXml(rowsOfAbout, sheetFrame(ABOUT_WIDTHS, 0)),
      ]
      const encoder = new TextEncoder()
      const files: Zippable = {}
      for (const [path, xml] of Object.entries(
        workbookParts([titleOf(client, title), m.export_about()], locale),
      ))
        files[path] = encoder.encode(xml)
      for (const [nth, sheet] of sheets.entries()) files[sheetPath(nth)] = sheet
      files[TEXTS_PATH] = strings.xml()
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
