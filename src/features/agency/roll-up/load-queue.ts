import { isApiError, shouldRetry, type ApiErrorKind } from '#/api/error.ts'
import { agencyRequests, patiently, pause, type RequestQueue } from '#/api/queue.ts'

/** A service that only asks for time gets it more often than one that fails. */
const RATE_LIMITED_TRIES = 10
/** What no other request would escape either: the queue stops with it. */
const CONCERNS_ALL: readonly ApiErrorKind[] = ['session-ended', 'principal-changed', 'offline']

/** Requests that belong together: they are asked for one after another, and one that fails makes the rest worthless. */
export interface Job {
  readonly id: string
  readonly asks: readonly ((signal: AbortSignal) => Promise<unknown>)[]
}

export type JobState =
  | { readonly at: 'queued' | 'loading' | 'done' }
  | { readonly at: 'failed'; readonly error: unknown }

export interface QueueState {
  readonly isRunning: boolean
  /** Jobs of this run and failed ones of runs before it. Those that were cancelled are gone. */
  readonly jobs: ReadonlyMap<string, JobState>
  /** Requests of this run that have been answered, and all of them; those that a failure made worthless do not count. */
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
  /** Runs these before the ones that wait, but for those that are on their way already. */
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
  begun: number
  answered: number
  hasFailed: boolean
}

/**
 * Runs many requests, a few at a time, job by job. A pause that the service asks for holds for all of them.
 * @param requests the places they wait for, shared with whatever else loads over many clients
 */
export const createLoadQueue = (
  { now, wait }: QueueClock = CLOCK,
  requests: RequestQueue = agencyRequests,
): LoadQueue => {
  const listeners = new Set<() => void>()
  let state = IDLE
  /** Requests of this run whose turn is not over, also those that a failure made worthless. */
  let open = 0
  /** What is added later goes first. */
  let priority = 0
  let run = new AbortController()

  const set = (change: Partial<QueueState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const setJobs = (entries: readonly (readonly [string, JobState])[], change: Partial<QueueState> = {}) =>
    set({ ...change, jobs: new Map([...state.jobs, ...entries]) })

  const cancel = () => {
    run.abort()
    run = new AbortController()
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

  const askPatiently = (ask: Job['asks'][number], signal: AbortSignal) =>
    patiently(
      async () => {
        await untilResumed(signal)
        return ask(signal)
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

  const fail = (entry: Entry, error: unknown) => {
    const { job, begun } = entry
    entry.hasFailed = true
    setJobs([[job.id, { at: 'failed', error }]], { total: state.total - (job.asks.length - begun) })
  }

  const runOne = async (entry: Entry, ask: Job['asks'][number], signal: AbortSignal) => {
    const { job } = entry
    if (entry.hasFailed) return
    if (entry.begun++ === 0) setJobs([[job.id, { at: 'loading' }]])
    try {
      await askPatiently(ask, signal)
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error, ...CONCERNS_ALL)) {
        set({ stoppedBy: error })
        cancel()
        return
      }
      if (!entry.hasFailed) fail(entry, error)
    }
    if (signal.aborted) return
    entry.answered++
    set({ answered: state.answered + 1, answeredAt: now() })
    if (entry.answered === job.asks.length && !entry.hasFailed) setJobs([[job.id, { at: 'done' }]])
  }

  const takePlace = async (entry: Entry, ask: Job['asks'][number], signal: AbortSignal) => {
    try {
      await requests.add(() => runOne(entry, ask, signal), signal, priority)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    if (!signal.aborted && --open === 0) set({ isRunning: false, pausedUntil: null })
  }

  const enqueue = (jobs: readonly Job[]) => {
    const wanted = jobs.filter(({ asks }) => asks.length > 0)
    const isNew = !state.isRunning
    const added = wanted.reduce((sum, { asks }) => sum + asks.length, 0)
    setJobs(
      jobs.map(({ id, asks }) => [id, { at: asks.length > 0 ? 'queued' : 'done' }] as const),
      {
        isRunning: !isNew || wanted.length > 0,
        total: added + (isNew ? 0 : state.total),
        stoppedBy: null,
        ...(isNew && { answered: 0, startedAt: now(), answeredAt: now() }),
      },
    )
    open += added
    priority++
    for (const job of wanted) {
      const entry: Entry = { job, begun: 0, answered: 0, hasFailed: false }
      for (const ask of job.asks) void takePlace(entry, ask, run.signal)
    }
  }

  return {
    start: (jobs) => {
      cancel()
      state = IDLE
      enqueue(jobs)
    },
    add: (jobs) => {
      // Asking again for what is on its way would be one request too many.
      const isOnItsWay = ({ id }: Job) => ['queued', 'loading'].includes(state.jobs.get(id)?.at ?? '')
      enqueue(jobs.filter((job) => !isOnItsWay(job)))
    },
    cancel,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    state: () => state,
  }
}
