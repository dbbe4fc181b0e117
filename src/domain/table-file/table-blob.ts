import { m } from '#/i18n/paraglide/messages.js'
import type { Cell, FileColumn } from './cell.ts'
import { csvFile } from './write-csv.ts'
import type { TableFile } from './write-table.ts'
import { xlsxFile } from './write-xlsx.ts'

/** A sheet shows a share as per cent; plain text cannot, so that its column says what it holds. */
const plainName = ({ name, kind }: FileColumn): string =>
  kind === 'share' ? m.table_file_fraction({ name }) : name

const plainCell = (cell: Cell, kind: FileColumn['kind']): Cell =>
  kind === 'day' && cell instanceof Date ? cell.toISOString().slice(0, 10) : cell

/** The file's bytes, in the language that is set. */
export const tableBlob = async ({
  format,
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
        [rows.map((row) => row.map((cell, index) => plainCell(cell, columns[index]?.kind)))],
        note,
        locale,
      )
    : xlsxFile({ title, columns, rows, note, about, locale })
