import { setLocale } from '#/i18n/locale.ts'
import { setPrivacyMode } from '#/i18n/privacy-mode.ts'
import { presentFiles } from '#/i18n/privacy-masks.ts'
import { answerQuestions } from '#/server/threads/answer-questions.ts'
import type { FromExportThread, ToExportThread, WrittenFile } from './export-job.ts'
import { createFileWriter, NoRoom } from './file-writer.ts'
import { PageMissing, type ExportPage } from './list-loader.ts'

/*
 * The thread that writes one file at a time. Loaded pages stay until the file is complete, so that a retry
 * requests missing ones only.
 */

/** A refusal that every other page would get too. */
class ListRefused extends Error {}

const pages = new Map<number, PromiseWithResolvers<ExportPage>>()
let room: PromiseWithResolvers<void> | null = null
let write: (() => Promise<WrittenFile>) | null = null
let post: (message: FromExportThread) => void = () => undefined

const ask = (page: number): Promise<ExportPage> => {
  const answer = Promise.withResolvers<ExportPage>()
  pages.set(page, answer)
  post({ is: 'page', page })
  return answer.promise
}

const askRoom = (bytes: number): Promise<void> => {
  room = Promise.withResolvers()
  post({ is: 'room', bytes })
  return room.promise
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && FULL.has(error.code)

const run = async (): Promise<WrittenFile | undefined> => {
  try {
    return await write?.()
  } catch (error) {
    if (error instanceof ListRefused || error instanceof PageMissing) return { failed: 'page' }
    if (error instanceof NoRoom) return { failed: 'exports_full' }
    if (isDiskFull(error)) return { failed: 'storage_full' }
    throw error
  }
}

const onNote = (message: ToExportThread) => {
  if (message.is === 'begin') {
    const { job } = message
    pages.clear()
    setLocale(job.language)
    setPrivacyMode(null)
    if (job.isPresented) presentFiles()
    write = createFileWriter(job, {
      ask,
      askRoom,
      progress: (done, total) => post({ is: 'progress', done, total }),
    })
  } else if (message.is === 'room') {
    if (message.mayWrite) room?.resolve()
    else room?.reject(new NoRoom())
  } else {
    const { page, answer } = message
    const requested = pages.get(page)
    pages.delete(page)
    if (answer === 'missing') requested?.reject(new PageMissing())
    else if (answer === 'failed') requested?.reject(new ListRefused())
    else requested?.resolve(answer)
  }
}

answerQuestions(
  (_question: null, context) => {
    post = context.post
    return run()
  },
  { onNote },
)
