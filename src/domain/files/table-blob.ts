import { wallClockAt } from '#/contract/day.ts'
import { formatOffset } from '#/i18n/format.ts'
import type { Locale } from '#/i18n/locale.ts'
import { m } from '#/i18n/paraglide/messages.js'
import type { AboutLine, Cell, FileColumn, FileParts } from './cell.ts'
import { CSV_DIALECTS, csvFile, csvRow } from './write-csv.ts'
import { xlsxFile } from './write-xlsx.ts'

export interface TableFile {
  readonly format: 'csv' | 'xlsx'
  /** Null: no agency. */
  readonly client: string | null
  readonly title: string
  readonly columns: readonly FileColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** Null: complete. */
  readonly note: string | null
  /** Second sheet of an XLSX file; not in CSV. */
  readonly about: readonly AboutLine<Cell>[]
  readonly locale: Locale
}

/** When the page made the file, by the user's clock. */
export const madeLines = (now: Date): readonly AboutLine<Cell>[] => [
  { name: m.export_made(), value: new Date(wallClockAt(now.getTime(), null)) },
  { name: m.export_made_offset(), value: formatOffset(-now.getTimezoneOffset()) },
]

/** CSV can't format percent, so the header mentions the unit. */
const plainName = ({ name, kind }: FileColumn): string =>
  kind === 'share' ? m.table_file_fraction({ name }) : name

const plainCell = (cell: Cell, kind: FileColumn['kind']): Cell =>
  kind === 'day' && cell instanceof Date ? cell.toISOString().slice(0, 10) : cell

const TYPES = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Record<TableFile['format'], string>

const csvOf = ({ columns, rows, note, locale }: TableFile): FileParts => {
  const dialect = CSV_DIALECTS[locale]
  const plainRow = (row: readonly Cell[]) => row.map((cell, index) => plainCell(cell, columns[index]?.kind))
  const text = rows.map((row) => csvRow(plainRow(row), dialect)).join('')
  return csvFile(columns.map(plainName), [new TextEncoder().encode(text)], note, dialect)
}

export const tableBlob = async (table: TableFile): Promise<Blob> =>
  new Blob([...(table.format === 'csv' ? csvOf(table) : await xlsxFile(table))], {
    type: TYPES[table.format],
  })
