import { fetchCallsPage } from '#/api/calls.ts'
import type { CallHandlers } from '#/api/worker/worker-call.ts'
import type { Answers, AnswerName } from './answer.ts'
import { createAnswering } from './answering.ts'
import { createArchiveLoad, type ArchiveLoad } from './archive-load.ts'
import { beginLoading } from './loading.ts'
import { runLoads } from './run-loads.ts'
import { filtersOfDays, type ContactSource, type HowToRead, type LoadJob, type LoadState } from './load.ts'

/** What the worker can be called for: every question, and its loading. */
export interface AnalyticsCalls extends Answers {
  /**
   * Loads the job's days, or goes on with what failed or was stopped; answers when it stands still. A worker takes one job
   * only: another one needs another worker, so that nothing of a client stays for the next.
   */
  readonly load: {
    readonly question: {
      readonly job: LoadJob
      /** The last day that has come and those after it are asked for again. */
      readonly isRefreshed: boolean
    } & HowToRead
    readonly progress: LoadState
    readonly answer: LoadState
  }
  /** Ends loading; what has come stays. */
  readonly stop: { readonly question: null; readonly answer: null }
}

/** Rows come in many small pages: often enough to see it move, seldom enough to leave the page in peace. */
const TELL_EVERY_MS = 250

/** Lets what else the page has said be heard first: a question that was cancelled meanwhile need not be answered. */
const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

/**
 * What the analytics' own thread does: asks for the pages, reads them, keeps the columns, answers.
 * @param options for tests: when the next answer may come, and how often it tells how loading stands
 */
export const createAnalyticsService = ({
  turn = nextTask,
  tellEveryMs = TELL_EVERY_MS,
}: {
  readonly turn?: () => Promise<unknown>
  readonly tellEveryMs?: number
} = {}): CallHandlers<AnalyticsCalls> => {
  const loading = beginLoading()
  let stop = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const answerOver = createAnswering()

  const start = (job: LoadJob) => {
    loading.asked = job
    const { scope, oid, days, comparedDays } = job
    const source: ContactSource = {
      page: (of, page, signal) => fetchCallsPage(scope, oid, filtersOfDays(of), page, signal),
    }
    const made: ArchiveLoad[] = []
    for (const of of [days, ...(comparedDays === null ? [] : [comparedDays])]) {
      // A browser holds both.
      const others = [...made]
      const beside = () => others.reduce((sum, { data }) => sum + data.rows, 0)
      made.push(createArchiveLoad(scope, oid, of, source, beside))
    }
    loading.loads = made
  }

  const load: CallHandlers<AnalyticsCalls>['load'] = async ({ job, isRefreshed, ...how }, { tell }) => {
    // Two at once would bring the same pages twice.
    stop.abort()
    const { signal } = (stop = new AbortController())
    const before = running
    const work = before.then(() => {
      if (loading.loads.length === 0) start(job)
      if (isRefreshed) for (const one of loading.loads) one.refresh()
      return runLoads(loading, { signal, tell, tellEveryMs, how })
    })
    running = work
    return work
  }

  const ask =
    <A extends AnswerName>(name: A) =>
    async (
      question: Answers[A]['question'],
      { signal }: { readonly signal: AbortSignal },
    ): Promise<Answers[A]['answer']> => {
      await turn()
      signal.throwIfAborted()
      const [current, compared] = loading.loads
      if (!current) throw new Error(`${name} was asked before there was a job`)
      return loading.server === null
        ? answerOver(name, [current.data, compared?.data ?? null], question)
        : loading.server.ask(name, question, signal)
    }

  return {
    load,
    stop: () => {
      stop.abort()
      return null
    },
    report: ask('report'),
    report_rest: ask('report_rest'),
    table: ask('table'),
    tree: ask('tree'),
    day_sets: ask('day_sets'),
    call_backs: ask('call_backs'),
    not_through: ask('not_through'),
    rows: ask('rows'),
    today: ask('today'),
    deal_statuses: ask('deal_statuses'),
  }
}
