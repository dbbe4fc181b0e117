import { fetchCallsPage } from '#/api/calls.ts'
import { errorDetails } from '#/api/error-details.ts'
import { setLocale } from '#/i18n/locale.ts'
import type { ExportJob, FromWorker, ToWorker } from './job.ts'
import { createExport, type Export } from './make-export.ts'

/*
 * The export's own thread: asks for the pages, reads them, writes the file. Whoever does not want it any more ends it.
 */

const tell = (message: FromWorker) => postMessage(message)
const never = new AbortController().signal

let job: ExportJob
let work: Export

const begin = () => {
  const { scope, oid, filters } = job
  setLocale(job.locale)
  work = createExport(
    job,
    (page, signal) => fetchCallsPage(scope, oid, filters, page, signal),
    (progress) => tell({ type: 'progress', progress }),
  )
}

const run = async () => {
  try {
    const { error, ...result } = await work.run(never)
    // A list that has changed or repeats itself is read anew; pages that only failed are asked for again.
    if (result.shortfall?.gaps.some((gap) => gap !== 'failed')) begin()
    tell({ type: 'finished', result, error: error === null ? undefined : errorDetails(error) })
  } catch (error) {
    begin()
    tell({ type: 'failed', error: errorDetails(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'start') {
    job = data.job
    begin()
  }
  void run()
})
