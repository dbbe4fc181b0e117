import { fetchCallsPage } from '#/api/calls.ts'
import { isApiError } from '#/api/error.ts'
import { errorDetails, type CallHandlers } from '#/api/worker/worker-call.ts'
import { clocksOf } from '#/analytics/columns/dataset.ts'
import { cannotCount } from '#/api/worker/overview-count.ts'
import type { Answers, AnswerName } from './answer.ts'
import { createAnswering } from './answering.ts'
import { createArchiveLoad, type ArchiveLoad } from './archive-load.ts'
import { createServerCount, type ServerCount } from './server-count.ts'
import {
  filtersOfDays,
  type ContactSource,
  type CountedBy,
  type LoadProgress,
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
      /** In the background: no user has asked for it. */
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
  let loads: readonly ArchiveLoad[] = []
  let asked: LoadJob | null = null
  /** Null: the columns are here, or are to come. */
  let server: ServerCount | null = null
  let isCountedInstead = false
  let results: readonly (LoadResult | null)[] = []
  let is: LoadState['is'] = 'loading'
  let error: LoadState['error']
  let stop = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  let version = 0
  const answerOver = createAnswering()

  const start = (job: LoadJob) => {
    asked = job
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
    loads = made
  }

  const countedBy = (): CountedBy =>
    server !== null ? 'server' : isCountedInstead ? 'browser-instead' : 'browser'

  const state = (): LoadState => {
    const [current] = loads
    const facts = server?.facts()
    return {
      is,
      version,
      current: progressOf(0)!,
      compared: progressOf(1),
      source: current!.source(),
      countedBy: countedBy(),
      shortfall: results[0]?.shortfall ?? null,
      comparedShortfall: results[1]?.shortfall ?? null,
      error,
      clocks: facts?.clocks ?? clocksOf(current!.data),
      objectTitles: facts?.object_titles ?? [...new Map(loads.flatMap(({ data }) => [...data.objectTitles]))],
    }
  }

  const progressOf = (nth: 0 | 1): LoadProgress | null => {
    const progress = loads[nth]?.progress() ?? null
    if (progress === null || server === null) return progress
    const facts = server.facts()
    // Before our server has them all at hand there is nothing to be shown, whatever it keeps.
    if (facts === null) return { ...progress, ...(nth === 0 ? server.progress() : null) }
    // Of an object it alone knows how many of the contacts are its own.
    const own = asked?.oid === null ? null : facts.rows[nth]
    if (own === null) return progress
    const isHere = progress.total !== null && progress.loaded >= progress.total
    return { ...progress, loaded: own, total: isHere ? own : null }
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
    const tellSoon = () => {
      const left = tellEveryMs - (performance.now() - told)
      // What comes soon after is reported later, also when nothing else comes for long.
      if (left <= 0) tellNow()
      else untold ??= setTimeout(tellNow, left)
    }
    let preparing: Promise<void> | null = null
    let refused: { readonly cause: unknown } | null = null
    let isBehind = false
    /** Never rejects: whether it was refused is asked once all states have come. */
    const prepare = async (by: ServerCount): Promise<void> => {
      isBehind = false
      try {
        await by.prepare(signal, tellSoon)
        version++
        tellSoon()
      } catch (cause) {
        refused ??= { cause }
      }
    }
    const onRows = () => {
      if (server === null && loads.some((load) => load.isTooMany())) {
        server = createServerCount(asked!)
        for (const one of loads) one.countIn('server')
      }
      isBehind = true
      // Before our server has them at hand there is nothing to be asked.
      if (server !== null && server.facts() === null) preparing ??= prepare(server)
      else version++
      tellSoon()
    }
    const runAll = async () => {
      for (const [index, one] of loads.entries()) {
        const result = await one.run(signal, onRows, background)
        results = loads.map((_, at) => (at === index ? result : (results[at] ?? null)))
      }
      await preparing
      if (server !== null && isBehind) await prepare(server)
      if (refused !== null) throw refused.cause
    }
    is = 'loading'
    error = undefined
    tellNow()
    try {
      try {
        await runAll()
      } catch (cause) {
        if (server === null || !cannotCount(cause)) throw cause
        // As it is without a server that counts: slower, and perhaps more than this browser can hold.
        server = null
        refused = null
        isCountedInstead = true
        for (const one of loads) one.countIn('browser')
        await runAll()
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
      return server === null
        ? answerOver(name, [current.data, compared?.data ?? null], question)
        : server.ask(name, question, signal)
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
