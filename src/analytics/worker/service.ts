import { fetchCallsPage } from '#/api/calls.ts'
import { isApiError } from '#/api/error.ts'
import { errorDetails, type CallHandlers } from '#/api/worker/worker-call.ts'
import { clocksOf } from '#/analytics/columns/dataset.ts'
import { countFilters, createCounting } from '#/analytics/columns/count-as.ts'
import { answer, type Answers, type AnswerName } from './answer.ts'
import { createArchiveLoad } from './archive-load.ts'
import {
  filtersOfDays,
  type ContactSource,
  type Load,
  type LoadResult,
  type LoadJob,
  type LoadState,
} from './load.ts'

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
      /** Nobody has asked for it. */
      readonly background?: boolean
    }
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
  let loads: readonly Load[] = []
  let results: readonly (LoadResult | null)[] = []
  let is: LoadState['is'] = 'loading'
  let error: LoadState['error']
  let stop = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let version = 0
  const counting = createCounting()

  const start = ({ scope, oid, days, comparedDays }: LoadJob) => {
    const source: ContactSource = {
      page: (of, page, signal) => fetchCallsPage(scope, oid, filtersOfDays(of), page, signal),
    }
    loads = [days, ...(comparedDays === null ? [] : [comparedDays])].map((of) =>
      createArchiveLoad(scope, oid, of, source),
    )
  }

  const state = (): LoadState => {
    const [current, compared] = loads
    return {
      is,
      version,
      current: current!.progress(),
      compared: compared?.progress() ?? null,
      source: current!.source(),
      shortfall: results[0]?.shortfall ?? null,
      comparedShortfall: results[1]?.shortfall ?? null,
      error,
      clocks: clocksOf(current!.data),
      objectTitles: [...new Map(loads.flatMap(({ data }) => [...data.objectTitles]))],
    }
  }

  /** One after the other: the period that is looked at is there first. */
  const run = async (
    signal: AbortSignal,
    tell: (state: LoadState) => void,
    background: boolean,
  ): Promise<LoadState> => {
    let told = 0
    let untold: ReturnType<typeof setTimeout> | undefined
    const tellNow = () => {
      clearTimeout(untold)
      untold = undefined
      told = performance.now()
      tell(state())
    }
    const onRows = () => {
      version++
      const left = tellEveryMs - (performance.now() - told)
      // What comes soon after is reported later, also when nothing else comes for long.
      if (left <= 0) tellNow()
      else untold ??= setTimeout(tellNow, left)
    }
    is = 'loading'
    error = undefined
    tellNow()
    try {
      for (const [index, load] of loads.entries()) {
        const result = await load.run(signal, onRows, background)
        results = loads.map((_, at) => (at === index ? result : (results[at] ?? null)))
      }
      const failed = results.find((result) => result?.error)
      error = failed?.error ? errorDetails(failed.error) : undefined
      is = failed ? 'failed' : 'loaded'
    } catch (cause) {
      is = isApiError(cause, 'aborted') ? 'stopped' : 'failed'
      error = is === 'failed' ? errorDetails(cause) : undefined
    }
    clearTimeout(untold)
    version++
    return state()
  }

  const load: CallHandlers<AnalyticsCalls>['load'] = async (
    { job, isRefreshed, background = false },
    { tell },
  ) => {
    // Two at once would bring the same pages twice.
    stop.abort()
    const { signal } = (stop = new AbortController())
    const before = running
    const work = before.then(() => {
      if (loads.length === 0) start(job)
      if (isRefreshed) for (const one of loads) one.refresh()
      return run(signal, tell, background)
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
      const [current, compared] = loads
      if (!current) throw new Error(`${name} was asked before there was a job`)
      const { countAs = [] } = question
      const counted = ({ data }: Load) => counting(data, countAs, version)
      return answer[name](counted(current), compared ? counted(compared) : null, {
        ...question,
        filters: countFilters(question.filters, countAs),
      })
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
