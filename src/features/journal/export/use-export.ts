import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ExportJob, ExportProgress, ExportResult } from './job.ts'
import { saveFile } from '#/domain/table-file/save-file.ts'
import { runExport, type RunningExport } from './run-export.ts'

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
    mutationFn: (job: ExportJob) => {
      setProgress(null)
      if (running.current) return running.current.again()
      running.current = runExport(job, setProgress)
      return running.current.start()
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
