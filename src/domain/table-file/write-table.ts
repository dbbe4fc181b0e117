import { startWorker } from '#/api/trusted-worker.ts'
import { callWorker } from '#/api/worker-call.ts'
import type { Locale } from '#/i18n/locale.ts'
import type { AboutLine, Cell, FileColumn } from './cell.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from './worker.ts?worker&url'

/** A table that is all here, and the file to be made of it. */
export interface TableFile {
  readonly format: 'csv' | 'xlsx'
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

/** Writes a file in a thread of its own. @throws Error where that failed */
export const writeTable = (table: TableFile): Promise<Blob> => {
  const { call, close } = callWorker<TableFileCalls>(startWorker(workerUrl))
  return call('write', table).finally(close)
}
