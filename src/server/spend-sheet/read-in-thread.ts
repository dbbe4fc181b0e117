import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ReadWorkbook } from './workbook.ts'

const LIMITS = { ms: 20_000, megabytes: 512 }

/**
 * Reads a workbook in a thread. Exceeding a limit means "too large", an error "unreadable".
 * @param module the thread's module
 */
export const readInThread = async (
  file: Uint8Array<ArrayBuffer>,
  signal: AbortSignal,
  { ms, megabytes }: typeof LIMITS = LIMITS,
  module: URL | string = join(import.meta.dirname, 'thread.ts'),
): Promise<ReadWorkbook> => {
  signal.throwIfAborted()
  const worker = new Worker(module, {
    workerData: file,
    transferList: [file.buffer],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const read = Promise.withResolvers<ReadWorkbook>()
  const enough = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  const stop = () => read.resolve({ problem: 'sheet_too_large' })
  enough.addEventListener('abort', stop, { once: true })
  worker.once('message', (found: ReadWorkbook) => read.resolve(found))
  worker.once('error', (error: Error) =>
    read.resolve({
      problem:
        'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'sheet_too_large' : 'sheet_unreadable',
    }),
  )
  worker.once('exit', stop)
  try {
    const found = await read.promise
    signal.throwIfAborted()
    return found
  } finally {
    enough.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
