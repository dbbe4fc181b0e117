import { archivedList } from '#/api/archive-list.ts'
import { readMarksSince, withMarks } from '#/api/contact-marks/contact-marks.ts'
import { fetchCallsPage } from '#/api/calls.ts'
import { answerCalls, errorDetails, type CallHandlers } from '#/api/worker/worker-call.ts'
import { setLocale } from '#/i18n/locale.ts'
import { beginWorkerPresenting } from '#/i18n/presenting-masks.ts'
import type { ExportCalls, ExportJob, ExportProgress } from './job.ts'
import { tellsMarks } from '#/domain/contact-file/file-columns.ts'
import { createExport, type Export } from './make-export.ts'

/*
 * The export's own thread: asks for the pages, reads them, writes the file. It is ended when the export is not wanted any more.
 */

beginWorkerPresenting()

let job: ExportJob
let work: Export | null = null
let tell: (progress: ExportProgress) => void

const begin = async (signal: AbortSignal): Promise<Export> => {
  const { scope, oid, filters } = job
  const archived = await archivedList(scope, oid, filters, signal, (done, total) =>
    tell({ done, total, speed: 0, isWriting: false }),
  )
  // Few contacts of a list are marked, and which is known only when it has come: all marks are read.
  const marks = tellsMarks(job.fields) ? (await readMarksSince(scope, 0, { signal })).marks : []
  return createExport(
    job,
    (asked, page, until) => fetchCallsPage(scope, oid, asked, page, until),
    (progress) => tell(progress),
    archived,
    withMarks({}, marks),
  )
}

const run: CallHandlers<ExportCalls>['again'] = async (_, context) => {
  tell = context.tell
  try {
    work ??= await begin(context.signal)
    const { error, ...result } = await work.run(context.signal)
    // A list that has changed or repeats itself is read from the start; after mere failures only those pages are.
    if (result.shortfall?.gaps.some((gap) => gap !== 'failed')) work = null
    return { ...result, error: error === null ? undefined : errorDetails(error) }
  } catch (error) {
    work = null
    throw error
  }
}

answerCalls<ExportCalls>({
  start: (asked, context) => {
    job = asked
    setLocale(job.locale)
    work = null
    return run(null, context)
  },
  again: run,
})
