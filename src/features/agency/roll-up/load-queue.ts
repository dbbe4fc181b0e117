import { isApiError, retryDelay, shouldRetry, type ApiErrorKind } from '#/api/error.ts'

/** Of the six requests a session may have in flight, so that whoever reads meanwhile does not wait (G19). */
const IN_FLIGHT = 4
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

const CLOCK: QueueClock = {
  now: Date.now,
  wait: (ms, signal) =>
    new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason)
      }
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal.addEventListener('abort', stop, { once: true })
    }),
}

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

/** Runs many requests, four at a time, job by job. A pause that the service asks for holds for all of them. */
export const createLoadQueue = ({ now, wait }: QueueClock = CLOCK): LoadQueue => {
  const listeners = new Set<() => void>()
  let state = IDLE
  let waiting: { readonly job: Job; next: number; pending: number }[] = []
  let inFlight = 0
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
    waiting = []
    inFlight = 0
    const ended = [...state.jobs].filter(([, { at }]) => at === 'done' || at === 'failed')
    set({ isRunning: false, pausedUntil: null, jobs: new Map(ended) })
  }

  const untilResumed = async (signal: AbortSignal) => {
    for (let pause = state.pausedUntil; pause !== null; pause = state.pausedUntil) {
      await wait(Math.max(pause - now(), 0), signal)
      if (state.pausedUntil === pause) set({ pausedUntil: null })
    }
  }

  const askPatiently = async (ask: Job['asks'][number], signal: AbortSignal) => {
    for (let failures = 0; ; failures++) {
      await untilResumed(signal)
      try {
        return await ask(signal)
      } catch (error) {
        signal.throwIfAborted()
        const isPause = isApiError(error, 'rate-limited')
        if (isPause ? failures >= RATE_LIMITED_TRIES : !shouldRetry(failures, error)) throw error
        const delay = retryDelay(failures, error)
        if (isPause) set({ pausedUntil: Math.max(state.pausedUntil ?? 0, now() + delay) })
        else await wait(delay, signal)
      }
    }
  }

  const fail = (entry: (typeof waiting)[number], error: unknown) => {
    const { job, next } = entry
    waiting = waiting.filter((one) => one !== entry)
    entry.next = job.asks.length
    setJobs([[job.id, { at: 'failed', error }]], { total: state.total - (job.asks.length - next) })
  }

  const runOne = async (entry: (typeof waiting)[number], signal: AbortSignal) => {
    const { job } = entry
    const ask = job.asks[entry.next++]!
    entry.pending++
    if (entry.next === job.asks.length) waiting = waiting.filter((one) => one !== entry)
    if (state.jobs.get(job.id)?.at === 'queued') setJobs([[job.id, { at: 'loading' }]])
    try {
      await askPatiently(ask, signal)
    } catch (error) {
      if (signal.aborted) return
      if (isApiError(error, ...CONCERNS_ALL)) {
        set({ stoppedBy: error })
        cancel()
        return
      }
      if (state.jobs.get(job.id)?.at === 'loading') fail(entry, error)
    }
    if (signal.aborted) return
    entry.pending--
    set({ answered: state.answered + 1, answeredAt: now() })
    if (entry.next === job.asks.length && entry.pending === 0 && state.jobs.get(job.id)?.at === 'loading')
      setJobs([[job.id, { at: 'done' }]])
  }

  const work = async (signal: AbortSignal) => {
    for (let entry = waiting[0]; entry && !signal.aborted; entry = waiting[0]) await runOne(entry, signal)
    if (signal.aborted) return
    inFlight--
    if (inFlight === 0) set({ isRunning: false, pausedUntil: null })
  }

  const enqueue = (jobs: readonly Job[]) => {
    const wanted = jobs.filter(({ asks }) => asks.length > 0)
    const isNew = !state.isRunning
    waiting = [...wanted.map((job) => ({ job, next: 0, pending: 0 })), ...waiting]
    const total = wanted.reduce((sum, { asks }) => sum + asks.length, isNew ? 0 : state.total)
    setJobs(
      jobs.map(({ id, asks }) => [id, { at: asks.length > 0 ? 'queued' : 'done' }] as const),
      {
        isRunning: !isNew || wanted.length > 0,
        total,
        stoppedBy: null,
        ...(isNew && { answered: 0, startedAt: now(), answeredAt: now() }),
      },
    )
    while (inFlight < IN_FLIGHT && waiting.length > 0) {
      inFlight++
      void work(run.signal)
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
