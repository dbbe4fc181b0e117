import { startWorker } from '#/api/trusted-worker.ts'
import { callWorker, errorFrom } from '#/api/worker-call.ts'
import type { ExportCalls, ExportJob, ExportProgress, ExportResult } from './job.ts'
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
  const { call, close } = callWorker<ExportCalls>(startWorker(workerUrl))
  const received = ({ error, ...result }: ExportCalls['start']['answer']): ExportResult => ({
    ...result,
    error: error === undefined ? null : errorFrom(error),
  })
  return {
    start: () => call('start', job, { onProgress }).then(received),
    again: () => call('again', null, { onProgress }).then(received),
    stop: close,
  }
}
