import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PageLost } from '#/server/archive/reading/run/list-run.ts'
import { failure } from '#/server/http/failure.ts'
import type { ExportJob, FromExportThread, ToExportThread } from './export-job.ts'
import type { OpenedList } from './list-reader.ts'

const MEGABYTES = 1024
/** An idle thread waits so long for work: starting one takes longer than a small file. */
const IDLE_MS = 5 * 60_000

type Written = Extract<FromExportThread, { is: 'written' }>

export interface ExportThread {
  /**
   * Loads missing pages and writes the file.
   * @throws Failure, PageLost
   */
  readonly write: () => Promise<Written>
  readonly lost: () => unknown
  readonly leave: () => void
  readonly end: () => void
}

let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout; readonly end: () => void } | null = null

const takeWorker = (): Worker => {
  if (idle === null)
    return new Worker(join(import.meta.dirname, 'export-thread.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: MEGABYTES },
    })
  const { worker, timer, end } = idle
  idle = null
  clearTimeout(timer)
  worker.off('error', end)
  worker.ref()
  return worker
}

const putBack = (worker: Worker) => {
  if (idle !== null) return void worker.terminate()
  const end = () => {
    if (idle?.worker === worker) idle = null
    void worker.terminate()
  }
  worker.once('error', end)
  worker.unref()
  idle = { worker, end, timer: setTimeout(end, IDLE_MS).unref() }
  return undefined
}

interface ExportHost {
  readonly page: OpenedList['page']
  readonly progress: (done: number, total: number) => void
  readonly room: (bytes: number) => boolean
}

export const startExportThread = (job: ExportJob, host: ExportHost): ExportThread => {
  const worker = takeWorker()
  let isOurs = true
  let lost: unknown = null
  let written = Promise.withResolvers<Written>()
  written.promise.catch(() => undefined)
  const post = (message: ToExportThread) => {
    // A page may arrive after cancellation.
    if (isOurs) worker.postMessage(message)
  }
  const answer = async (page: number) => {
    try {
      post({ is: 'page', page, answer: await host.page(page) })
    } catch (error) {
      lost = error
      post({ is: 'page', page, answer: error instanceof PageLost ? 'missing' : 'failed' })
    }
  }
  const onMessage = (message: FromExportThread) => {
    if (message.is === 'page') void answer(message.page)
    else if (message.is === 'progress') host.progress(message.done, message.total)
    else if (message.is === 'room') post({ is: 'room', mayWrite: host.room(message.bytes) })
    else if (message.is === 'written') written.resolve(message)
    else written.reject(message.code === 'page' ? lost : failure(message.code))
  }
  const onError = (error: unknown) => written.reject(error)
  const onExit = () => written.reject(failure('unknown_error'))
  worker.on('message', onMessage).on('error', onError).on('exit', onExit)
  post({ is: 'begin', job })
  return {
    write: () => {
      lost = null
      written = Promise.withResolvers()
      written.promise.catch(() => undefined)
      post({ is: 'write' })
      return written.promise
    },
    lost: () => lost,
    leave: () => {
      isOurs = false
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      putBack(worker)
    },
    end: () => {
      isOurs = false
      void worker.terminate()
    },
  }
}
