import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell, FileColumn } from './cell.ts'
import { CSV_DIALECTS, csvFile, csvRow } from './write-csv.ts'
import { xlsxFile } from './write-xlsx.ts'

/** A table that is all here, and the file to be made of it. */
export interface TableFile {
  readonly format: 'csv' | 'xlsx'
  /** The agency's client whose data they are, for the sheet's name; null: no agency. */
  readonly client: string | null
  /** What the rows are: the sheet's name. */
  readonly title: string
  readonly columns: readonly FileColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** What is missing; null: nothing is. */
  readonly note: string | null
  /** The second sheet of an XLSX file; a CSV file has no room for it. */
  readonly about: readonly AboutLine<Cell>[]
  readonly locale: Locale
}

/** What the file's worker is called for. */
export interface TableFileCalls {
  readonly write: { readonly question: TableFile; readonly answer: Blob }
}

/** A sheet shows a share as per cent; plain text cannot, so that its column says what it holds. */
const plainName = ({ name, kind }: FileColumn): string =>
  kind === 'share' ? m.table_file_fraction({ name }) : name

const plainCell = (cell: Cell, kind: FileColumn['kind']): Cell =>
  kind === 'day' && cell instanceof Date ? cell.toISOString().slice(0, 10) : cell

/** The file's bytes, in the language that is set. */
export const tableBlob = async ({
  format,
  client,
  title,
  columns,
  rows,
  note,
  about,
  locale,
}: TableFile): Promise<Blob> =>
  format === 'csv'
    ? csvFile(
        columns.map(plainName),
        [
          rows.map((row) =>
            csvRow(
              row.map((cell, index) => plainCell(cell, columns[index]?.kind)),
              CSV_DIALECTS[locale],
            ),
          ),
        ],
        note,
        CSV_DIALECTS[locale],
      )
    : xlsxFile({ client, title, columns, rows, note, about, locale })
