import { ApiError } from '#/api/error.ts'
import { errorFrom } from '#/api/error-details.ts'
import { startWorker } from '#/api/trusted-worker.ts'
import type { ExportJob, ExportProgress, ExportResult, FromWorker, ToWorker } from './job.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from './worker.ts?worker&url'

export interface RunningExport {
  readonly start: () => Promise<ExportResult>
  /** Asks for what did not come. */
  readonly again: () => Promise<ExportResult>
  /** Ends it; who waits for it gets an ApiError `aborted`. */
  readonly stop: () => void
}

/** An export in a thread of its own, so that the page stays quick. */
export const runExport = (job: ExportJob, onProgress: (progress: ExportProgress) => void): RunningExport => {
  const worker = startWorker(workerUrl)
  let resolve = (_result: ExportResult): void => {}
  let reject = (_error: Error): void => {}
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'progress') onProgress(data.progress)
    else if (data.type === 'failed') reject(errorFrom(data.error))
    else resolve({ ...data.result, error: data.error === undefined ? null : errorFrom(data.error) })
  })
  // It could not be loaded, or ran out of memory.
  worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  const ask = (message: ToWorker) =>
    new Promise<ExportResult>((onResult, onError) => {
      resolve = onResult
      reject = onError
      worker.postMessage(message)
    })
  return {
    start: () => ask({ type: 'start', job }),
    again: () => ask({ type: 'again' }),
    stop: () => {
      worker.terminate()
      reject(new ApiError('aborted'))
    },
  }
}
