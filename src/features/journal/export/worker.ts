import { fetchCallsPage } from '#/api/calls.ts'
import { answerCalls, errorDetails, type CallHandlers } from '#/api/worker/worker-call.ts'
import { setLocale } from '#/i18n/locale.ts'
import type { ExportCalls, ExportJob, ExportProgress } from './job.ts'
import { createExport, type Export } from './make-export.ts'

/*
 * The export's own thread: asks for the pages, reads them, writes the file. It is ended when the export is not wanted any more.
 */

let job: ExportJob
let work: Export
let tell: (progress: ExportProgress) => void

const begin = () => {
  const { scope, oid } = job
  work = createExport(
    job,
    (filters, page, signal) => fetchCallsPage(scope, oid, filters, page, signal),
    (progress) => tell(progress),
  )
}

const run: CallHandlers<ExportCalls>['again'] = async (_, context) => {
  tell = context.tell
  try {
    const { error, ...result } = await work.run(context.signal)
    // A list that has changed or repeats itself is read from the start; after mere failures only those pages are.
    if (result.shortfall?.gaps.some((gap) => gap !== 'failed')) begin()
    return { ...result, error: error === null ? undefined : errorDetails(error) }
  } catch (error) {
    begin()
    throw error
  }
}

answerCalls<ExportCalls>({
  start: (asked, context) => {
    job = asked
    setLocale(job.locale)
    begin()
    return run(null, context)
  },
  again: run,
})
