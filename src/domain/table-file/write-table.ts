import type { TableFile, TableFileCalls } from './table-blob.ts'
import { startWorker } from '#/api/worker/trusted-worker.ts'
import { callWorker } from '#/api/worker/worker-call.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from './worker.ts?worker&url'

/** Writes a file in a worker. @throws Error */
export const writeTable = (table: TableFile): Promise<Blob> => {
  const { call, close } = callWorker<TableFileCalls>(startWorker(workerUrl))
  return call('write', table).finally(close)
}
