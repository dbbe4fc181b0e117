import { ApiError, isApiError, shouldRetry, type ApiErrorKind } from '#/api/error.ts'
import { createSignal } from '#/api/transport/watched.ts'
import { agencyRequests, patiently, pause, type RequestQueue } from '#/api/queue.ts'

/** A service that only asks for time gets it more often than one that fails. */
const RATE_LIMITED_TRIES = 10
/** How many jobs of a run are begun at a time: the requests of one often wait for each other. */
const JOBS_AT_A_TIME = 4
/** What no other request would escape either: the queue stops with it. */
const CONCERNS_ALL: readonly ApiErrorKind[] = ['session-ended', 'principal-changed', 'offline']

/** Sends a request when its turn has come, tries it again where that may help, and counts it. */
export type Ask = <T>(request: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Requests that belong together. When it fails, those of them that have not begun are worthless. */
export interface Job {
  readonly id: string
  /** It fails with the first of its requests that does; otherwise it is for `work` to say. */
  readonly needsAll: boolean
  /** Requests of it at least, counted before they are asked for. */
  readonly least: number
  /** @param signal the run's: nothing is wanted any more */
  readonly work: (ask: Ask, signal: AbortSignal) => Promise<unknown>
}

export type JobState =
  | { readonly at: 'queued' | 'loading' | 'done' }
  | { readonly at: 'failed'; readonly error: unknown }

export interface QueueState {
  readonly isRunning: boolean
  /** Jobs of this run and failed ones of runs before it. Those that were cancelled are gone. */
  readonly jobs: ReadonlyMap<string, JobState>
  /**
   * Requests of this run that have been answered, and all of them: of jobs still to come the least there will be. Those
   * that a failure made worthless do not count.
   */
  readonly answered: number
  readonly total: number
  /** When this run began, and when it was last answered: milliseconds since 1970. */
  readonly startedAt: number
  readonly answeredAt: number
  /** The service asked for a pause until then; null: it goes on. */
  readonly pausedUntil: number | null
  /** Why it stopped before its end. */
  readonly stoppedBy: unknown
}

export interface LoadQueue {
  /** Forgets what was, and runs these jobs in their order. */
  readonly start: (jobs: readonly Job[]) => void
  /** Runs these at once, before all that wait, but for those that are on their way already. */
  readonly add: (jobs: readonly Job[]) => void
  /** What is under way is aborted, what waits is dropped, what has come stays. */
  readonly cancel: () => void
  readonly subscribe: (listener: () => void) => () => void
  readonly state: () => QueueState
}

export interface QueueClock {
  readonly now: () => number
  /** Resolves after so many milliseconds; rejects when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const CLOCK: QueueClock = { now: Date.now, wait: pause }

const IDLE: QueueState = {
  isRunning: false,
  jobs: new Map(),
  answered: 0,
  total: 0,
  startedAt: 0,
  answeredAt: 0,
  pausedUntil: null,
  stoppedBy: null,
}

/** A job of this run, and how far it is. */
interface Entry {
  readonly job: Job
  readonly priority: number
  /** Requests it has asked for, and those of them that were sent. */
  asked: number
  begun: number
  hasFailed: boolean
}

/** A request of a job that has failed meanwhile. */
const WORTHLESS = new ApiError('aborted')

/**
 * Runs jobs of many requests, a few at a time, in their order. A pause that the service asks for holds for all of them.
 * @param requests the places they wait for, shared with whatever else loads over many clients
 */
export const createLoadQueue = (
  { now, wait }: QueueClock = CLOCK,
  requests: RequestQueue = agencyRequests,
): LoadQueue => {
  const changed = createSignal()
  let state = IDLE
  /** Jobs of this run that wait for others to end, and those of it whose end has not come. */
  let waiting: Entry[] = []
  let open = 0
  /** What is added later goes first. */
  let priority = 0
  let run = new AbortController()

  const set = (change: Partial<QueueState>) => {
    state = { ...state, ...change }
    changed.tell()
  }
  const setJobs = (entries: readonly (readonly [string, JobState])[], change: Partial<QueueState> = {}) =>
    set({ ...change, jobs: new Map([...state.jobs, ...entries]) })

  const cancel = () => {
    run.abort()
    run = new AbortController()
    waiting = []
    open = 0
    priority = 0
    const ended = [...state.jobs].filter(([, { at }]) => at === 'done' || at === 'failed')
    set({ isRunning: false, pausedUntil: null, jobs: new Map(ended) })
  }

  const untilResumed = async (signal: AbortSignal) => {
    for (let pause = state.pausedUntil; pause !== null; pause = state.pausedUntil) {
      await wait(Math.max(pause - now(), 0), signal)
      if (state.pausedUntil === pause) set({ pausedUntil: null })
    }
  }

  const askPatiently = <T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    patiently(
      async () => {
        await untilResumed(signal)
        return request()
      },
      signal,
      async (ms, _, error) => {
        signal.throwIfAborted()
        if (isApiError(error, 'rate-limited'))
          set({ pausedUntil: Math.max(state.pausedUntil ?? 0, now() + ms) })
        else await wait(ms, signal)
      },
      (failures, error) =>
        isApiError(error, 'rate-limited') ? failures < RATE_LIMITED_TRIES : shouldRetry(failures, error),
    )

  const stopFor = (error: unknown) => {
    if (!isApiError(error, ...CONCERNS_ALL)) return
    set({ stoppedBy: error })
    cancel()
  }

  const asksOf =
    (entry: Entry, running: AbortSignal): Ask =>
    (request, signal) => {
      const { job } = entry
      entry.asked++
      if (entry.asked > job.least) set({ total: state.total + 1 })
      return requests.add(
        async () => {
          if (entry.hasFailed) throw WORTHLESS
          if (entry.begun++ === 0) setJobs([[job.id, { at: 'loading' }]])
          try {
            return await askPatiently(request, signal)
          } catch (error) {
            if (!running.aborted) stopFor(error)
            if (job.needsAll) entry.hasFailed = true
            throw error
          } finally {
            if (!running.aborted) set({ answered: state.answered + 1, answeredAt: now() })
          }
        },
        signal,
        entry.priority,
      )
    }

  const begin = async (entry: Entry, running: AbortSignal) => {
    const { job } = entry
    let end: JobState = { at: 'done' }
    try {
      await job.work(asksOf(entry, running), running)
    } catch (error) {
      entry.hasFailed = true
      end = { at: 'failed', error }
    }
    if (running.aborted) return
    // What a failure left unasked, and what there was less of than was counted.
    const unasked = Math.max(entry.asked, job.least) - entry.begun
    setJobs([[job.id, end]], { total: state.total - unasked })
    open--
    const next = waiting.shift()
    if (next) void begin(next, running)
    else if (open === 0) set({ isRunning: false, pausedUntil: null })
  }

  const enqueue = (jobs: readonly Job[], atOnce: number) => {
    const wanted = jobs.filter(({ least }) => least > 0)
    const isNew = !state.isRunning
    const added = wanted.reduce((sum, { least }) => sum + least, 0)
    setJobs(
      jobs.map(({ id, least }) => [id, { at: least > 0 ? 'queued' : 'done' }] as const),
      {
        isRunning: !isNew || wanted.length > 0,
        total: added + (isNew ? 0 : state.total),
        stoppedBy: null,
        ...(isNew && { answered: 0, startedAt: now(), answeredAt: now() }),
      },
    )
    open += wanted.length
    priority++
    const entries = wanted.map((job): Entry => ({ job, priority, asked: 0, begun: 0, hasFailed: false }))
    waiting.push(...entries.slice(atOnce))
    for (const entry of entries.slice(0, atOnce)) void begin(entry, run.signal)
  }

  return {
    start: (jobs) => {
      cancel()
      state = IDLE
      enqueue(jobs, JOBS_AT_A_TIME)
    },
    add: (jobs) => {
      // Asking again for what is on its way would be one request too many.
      const isOnItsWay = ({ id }: Job) => ['queued', 'loading'].includes(state.jobs.get(id)?.at ?? '')
      enqueue(
        jobs.filter((job) => !isOnItsWay(job)),
        jobs.length,
      )
    },
    cancel,
    subscribe: changed.on,
    state: () => state,
  }
}

/** A job of requests that are all known before. */
export const jobOf = (id: string, asks: readonly ((signal: AbortSignal) => Promise<unknown>)[]): Job => ({
  id,
  least: asks.length,
  needsAll: true,
  work: (ask, signal) => Promise.all(asks.map((one) => ask(() => one(signal), signal))),
})
