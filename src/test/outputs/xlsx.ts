import type { CellValue } from 'hucre'
import { readXlsx as read } from 'hucre/xlsx'

export interface XlsxSheet {
  readonly name: string
  readonly rows: readonly (readonly CellValue[])[]
}

const withoutEnd = (row: readonly CellValue[]) => row.slice(0, row.findLastIndex((cell) => cell !== null) + 1)

/** An independent library. */
export const readXlsx = async (file: Uint8Array): Promise<XlsxSheet[]> => {
  const { sheets } = await read(new Uint8Array(file))
  return sheets.map(({ name, rows }) => ({ name, rows: rows.map(withoutEnd) }))
}
