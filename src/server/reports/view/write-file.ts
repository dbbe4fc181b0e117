import { Worker } from 'node:worker_threads'
import type { ContactFile, ContactFileJob } from './make-file.ts'

const LIMITS = { ms: 60_000, megabytes: 512 }
export type FileLimits = typeof LIMITS

/**
 * Writes a file in a thread.
 * @returns null: a limit was exceeded
 * @param module the thread's module
 */
export const writeContactFile = async (
  job: ContactFileJob,
  signal: AbortSignal,
  { ms, megabytes }: FileLimits = LIMITS,
  module: URL = new URL('./file-thread.ts', import.meta.url),
): Promise<ContactFile | null> => {
  signal.throwIfAborted()
  const worker = new Worker(module, {
    workerData: job,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  })
  const enough = AbortSignal.any([signal, AbortSignal.timeout(ms)])
  const made = Promise.withResolvers<ContactFile | null>()
  const stop = () => made.resolve(null)
  enough.addEventListener('abort', stop, { once: true })
  worker.once('message', (file: ContactFile) => made.resolve(file))
  worker.once('error', (error: Error) => {
    if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') made.resolve(null)
    else made.reject(error)
  })
  worker.once('exit', stop)
  try {
    const file = await made.promise
    signal.throwIfAborted()
    return file
  } finally {
    enough.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
