import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ExportCalls, ExportJob, ExportProgress, ExportResult } from './job.ts'
import { beginExport } from '#/api/administration/exports.ts'
import { saveFile } from '#/domain/table-file/save-file.ts'
import { presenting } from '#/i18n/presenting.ts'
import { PRESENTING_WORKER } from '#/i18n/presenting-masks.ts'
import { startWorker } from '#/api/worker/trusted-worker.ts'
import { callWorker, errorFrom } from '#/api/worker/worker-call.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from './worker.ts?worker&url'

export type ExportState =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly progress: ExportProgress | null }
  | { readonly is: 'finished'; readonly result: ExportResult }
  | { readonly is: 'failed'; readonly error: Error }

/**
 * The page's one export. A complete file is downloaded at once, an incomplete one waits to be asked for. A session or a
 * client lost on the way is noticed where every other is: the export is a mutation, and its error the worker's own.
 */
export const useExport = () => {
  const running = useRef<RunningExport | null>(null)
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const { mutate, reset, status, data, error } = useMutation({
    mutationFn: async (job: ExportJob) => {
      setProgress(null)
      if (running.current) return running.current.again()
      await beginExport(job.scope, { what: 'contacts', format: job.format, rows: job.total })
      const started = runExport(job, setProgress)
      running.current = started
      return started.start()
    },
    onSuccess: ({ file, fileName, shortfall }) => {
      if (shortfall !== null) return
      saveFile(file, fileName)
      // What it has loaded goes with it.
      running.current?.stop()
      running.current = null
    },
  })
  useEffect(() => () => running.current?.stop(), [])

  const stop = () => {
    running.current?.stop()
    running.current = null
    reset()
  }
  const state: ExportState =
    status === 'pending'
      ? { is: 'running', progress }
      : status === 'success'
        ? { is: 'finished', result: data }
        : status === 'error'
          ? { is: 'failed', error }
          : { is: 'idle' }
  return {
    state,
    /** Begins, or asks again for what did not come. */
    start: (job: ExportJob) => mutate(job),
    /** Ends it, and forgets how it went. */
    stop,
  }
}

interface RunningExport {
  readonly start: () => Promise<ExportResult>
  /** Asks for what did not come. */
  readonly again: () => Promise<ExportResult>
  /** Ends it; its promise rejects with an ApiError `aborted`. */
  readonly stop: () => void
}

/** An export in a thread of its own, so that the page stays quick. */
const runExport = (job: ExportJob, onProgress: (progress: ExportProgress) => void): RunningExport => {
  const { call, close } = callWorker<ExportCalls>(startWorker(workerUrl, presenting ? PRESENTING_WORKER : ''))
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
