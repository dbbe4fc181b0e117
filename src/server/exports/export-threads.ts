import { join } from 'node:path'
import { PageLost } from '#/server/archive/reading/run/list-run.ts'
import { failure } from '#/server/http/failure.ts'
import { LARGE_YOUNG_MEGABYTES, startThread, type Thread } from '#/server/threads/start-thread.ts'
import type { ExportJob, FromExportThread, ToExportThread, WrittenFile } from './export-job.ts'
import type { OpenedList } from './list-reader.ts'

const MEGABYTES = 1024
/** An idle thread waits so long for work: starting one takes longer than a small file. */
const IDLE_MS = 5 * 60_000

let idle: { readonly thread: Thread; readonly timer: NodeJS.Timeout } | null = null

const takeThread = (): Thread => {
  if (idle !== null) {
    const { thread, timer } = idle
    idle = null
    clearTimeout(timer)
    return thread
  }
  const thread: Thread = startThread(join(import.meta.dirname, 'export-thread.ts'), {
    megabytes: MEGABYTES,
    youngMegabytes: LARGE_YOUNG_MEGABYTES,
    onEnd: () => {
      if (idle?.thread === thread) idle = null
    },
  })
  return thread
}

const putBack = (thread: Thread) => {
  if (idle === null) idle = { thread, timer: setTimeout(() => void thread.end(), IDLE_MS).unref() }
  else void thread.end()
}

interface ExportHost {
  readonly page: OpenedList['page']
  readonly progress: (done: number, total: number) => void
  readonly room: (bytes: number) => boolean
}

export const startExportThread = (job: ExportJob, host: ExportHost) => {
  const thread = takeThread()
  let isOurs = true
  let lost: unknown = null
  const post = (message: ToExportThread) => {
    // A page may arrive after cancellation.
    if (isOurs) thread.post(message)
  }
  const answer = async (page: number) => {
    try {
      post({ is: 'page', page, answer: await host.page(page) })
    } catch (error) {
      lost = error
      post({ is: 'page', page, answer: error instanceof PageLost ? 'missing' : 'failed' })
    }
  }
  const onNote = (message: FromExportThread) => {
    if (message.is === 'page') void answer(message.page)
    else if (message.is === 'progress') host.progress(message.done, message.total)
    else post({ is: 'room', mayWrite: host.room(message.bytes) })
  }
  post({ is: 'begin', job })
  return {
    /**
     * Loads missing pages and writes the file.
     * @throws Failure, PageLost
     */
    write: async () => {
      lost = null
      const written = await thread.ask<WrittenFile>(null, { onNote })
      if ('failed' in written) throw written.failed === 'page' ? lost : failure(written.failed)
      return written
    },
    lost: () => lost,
    leave: () => {
      isOurs = false
      putBack(thread)
    },
    end: () => {
      isOurs = false
      void thread.end()
    },
  }
}

export type ExportThread = ReturnType<typeof startExportThread>
