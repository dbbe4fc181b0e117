import { createSignal } from '#/api/transport/watched.ts'
import type { Scope } from '#/api/client.ts'
import { isApiError } from '#/api/error.ts'
import { callWorker, errorFrom, type WorkerCalls, type WorkerEnd } from '#/api/worker/worker-call.ts'
import type { AnalyticsCalls } from '#/analytics/worker/service.ts'
import type { Answers, AnswerName } from '#/analytics/worker/answer.ts'
import type { HowToRead, LoadJob, LoadState } from '#/analytics/worker/load.ts'

/** How a session stands; a new object whenever something of it changes. */
export interface SessionView {
  /** Changes with each worker, whose versions start from the beginning. */
  readonly id: number
  /** How loading stood when the page last counted: at most once a second, and at once when it ends. */
  readonly state: LoadState | null
  /** When the worker reported that, in milliseconds. */
  readonly toldAt: number
  /** When everything had come, in milliseconds; null: not yet. */
  readonly loadedAt: number | null
  /** Why nothing goes on before it is started again: the worker has failed, or was ended while it was looked at. */
  readonly defect: Error | null
}

/** How far a session is at this moment, for the line that says so. */
interface SessionProgress {
  readonly state: LoadState | null
  /** Contacts a second since it began or went on; null: too early to say. */
  readonly speed: number | null
}

/** The worker of a job: whose contacts of which days are loaded, and every question about them. */
export interface AnalyticsSession {
  readonly view: () => SessionView
  readonly progress: () => SessionProgress
  /**
   * Answers from what is loaded by now.
   * @throws ApiError `aborted` when it was cancelled or the session has ended; any other Error when the worker has failed
   */
  readonly ask: <A extends AnswerName>(
    ask: A,
    question: Answers[A]['question'],
    signal?: AbortSignal,
  ) => Promise<Answers[A]['answer']>
  /** Goes on with what failed or was stopped. */
  readonly resume: () => void
  /** Keeps what has come. */
  readonly stop: () => void
  /** Asks for what is new since the last day that has come. */
  readonly refresh: (background?: true) => void
}

/** Each count renders every panel: seldom enough to leave a slow machine time for the user's input. */
const COUNT_EVERY_MS = 1000
/** How long the columns of a job are kept after the last view of it has closed. */
export const KEPT_MS = 10 * 60_000

interface Options {
  /** @returns a fresh worker of worker/worker.ts */
  readonly startWorker: () => WorkerEnd
  /** Loading was refused, perhaps because the session or the client is lost. Called also when no page shows the job. */
  readonly onRefused: (error: Error) => void
}

/** An error of a state, as the rest of the page knows it; null: nothing is wrong. */
export const failureOf = (state: LoadState | null): Error | null =>
  state?.error === undefined ? null : errorFrom(state.error)

/**
 * The overview's workers, one for each job that is looked at or was lately. A worker ends with its client, with the session
 * of the account, and ten minutes after the last view of it has closed; nothing it held is left then.
 */
export const createAnalyticsSessions = ({ startWorker, onRefused }: Options) => {
  const { on, tell } = createSignal()
  const held = new Map<string, Held>()
  /** Of most contacts of what has all come: what day it is there is known only from an answer. */
  const clocks = new Map<string, { readonly scope: Scope; readonly offset: number }>()
  let started = 0

  const learnClock = (held: Held, { clocks: [offset], is }: LoadState) => {
    // What has come first may be of one object, or from before a summer's end.
    if (offset === undefined || is !== 'loaded') return
    const { scope, oid } = held.job
    clocks.set(clockKey(scope, oid), { scope, offset })
  }

  const start = (held: Held) => {
    held.worker = startSession(startWorker(), held.job, ++started, {
      onState: (state) => learnClock(held, state),
      onChange: tell,
      onRefused,
    })
    held.ended = null
  }

  const end = (key: string) => {
    const one = held.get(key)
    clearTimeout(one?.expiry)
    held.delete(key)
    one?.worker?.close()
  }

  return {
    /** Called whenever a view, a progress or a clock may be another. @returns ends that */
    subscribe: on,

    /**
     * Looks at a job, whose worker is started if there is none.
     * @returns looks no longer
     */
    look: (job: LoadJob): (() => void) => {
      const key = jobKey(job)
      const one: Held = held.get(key) ?? { job, looks: 0, worker: null, ended: null }
      held.set(key, one)
      clearTimeout(one.expiry)
      one.looks++
      if (one.worker === null && one.ended === null) {
        start(one)
        tell()
      }
      return () => {
        if (--one.looks > 0 || held.get(key) !== one) return
        if (one.worker === null) end(key)
        else one.expiry = setTimeout(() => end(key), KEPT_MS)
      }
    },

    /** The session of a job; undefined: none has begun, or it has ended. */
    sessionOf: (job: LoadJob): AnalyticsSession | undefined => held.get(jobKey(job))?.worker?.session,

    /** Why the session of a job that is looked at was ended; null: it was not. */
    endedBy: (job: LoadJob): Error | null => held.get(jobKey(job))?.ended ?? null,

    /** Starts the session of a job that is looked at from the beginning: what had come is requested again. */
    restart: (job: LoadJob): void => {
      const one = held.get(jobKey(job))
      if (!one) return
      one.worker?.close()
      start(one)
      tell()
    },

    /** The clock (G6) of most contacts, minutes east of UTC; null: not all of any days have come yet. */
    clockOf: (scope: Scope, oid: string | null): number | null =>
      clocks.get(clockKey(scope, oid))?.offset ?? null,

    /**
     * Ends every session whose contacts may no longer be shown, and forgets their clocks.
     * @param why the error that open views of one of them show
     */
    forget: (isLost: (scope: Scope) => boolean, why: Error): void => {
      for (const [key, { scope }] of clocks) if (isLost(scope)) clocks.delete(key)
      for (const [key, one] of held) {
        if (!isLost(one.job.scope)) continue
        one.worker?.close()
        one.worker = null
        one.ended = why
        if (one.looks === 0) end(key)
      }
      tell()
    },
  }
}
export type AnalyticsSessions = ReturnType<typeof createAnalyticsSessions>

/** A job, how many views show it, and its worker. */
interface Held {
  readonly job: LoadJob
  looks: number
  worker: { readonly session: AnalyticsSession; readonly close: () => void } | null
  ended: Error | null
  expiry?: ReturnType<typeof setTimeout>
}

const jobKey = ({ scope: { principal, client }, oid, days, comparedDays }: LoadJob): string =>
  JSON.stringify([principal, client, oid, days.first, days.last, comparedDays?.first, comparedDays?.last])
const clockKey = ({ principal, client }: Scope, oid: string | null): string =>
  JSON.stringify([principal, client, oid])

/** One worker, from its start to its end. */
const startSession = (
  worker: WorkerEnd,
  job: LoadJob,
  id: number,
  on: {
    readonly onState: (state: LoadState) => void
    readonly onChange: () => void
    readonly onRefused: (error: Error) => void
  },
) => {
  let view: SessionView = { id, state: null, toldAt: Date.now(), loadedAt: null, defect: null }
  let progress: SessionProgress = { state: null, speed: null }
  let begun: { readonly at: number; readonly loaded: number } | null = null
  let countedAt = 0
  let uncounted: ReturnType<typeof setTimeout> | undefined
  let toldAt = view.toldAt

  const close = () => {
    clearTimeout(uncounted)
    calls.close()
  }
  const calls: WorkerCalls<AnalyticsCalls> = callWorker<AnalyticsCalls>(worker, (defect) => {
    // What it holds, perhaps a million contacts, answers nothing any more.
    close()
    view = { ...view, defect }
    on.onChange()
  })

  /** Contacts a second. */
  const speedOf = ({ is, current, compared }: LoadState): number | null => {
    const loaded = current.loaded + (compared?.loaded ?? 0)
    if (is !== 'loading') begun = null
    else if (begun === null || loaded < begun.loaded) begun = { at: toldAt, loaded }
    return begun === null || toldAt === begun.at
      ? null
      : ((loaded - begun.loaded) * 1000) / (toldAt - begun.at)
  }
  const count = () => {
    clearTimeout(uncounted)
    uncounted = undefined
    countedAt = performance.now()
    const { state } = progress
    view = { ...view, state, toldAt, loadedAt: state?.is === 'loaded' ? toldAt : view.loadedAt }
    on.onChange()
  }
  /** The first contacts and the end are counted at once; what comes soon after later, also when nothing follows. */
  const countSoon = ({ is }: LoadState) => {
    const left = COUNT_EVERY_MS - (performance.now() - countedAt)
    if (is !== 'loading' || view.state === null || view.state.version === 0 || left <= 0) count()
    else uncounted ??= setTimeout(count, left)
  }
  const onState = (state: LoadState) => {
    toldAt = Date.now()
    progress = { state, speed: speedOf(state) }
    countSoon(state)
    on.onState(state)
    on.onChange()
    const refusal = failureOf(state)
    if (refusal !== null) on.onRefused(refusal)
  }
  const load = (isRefreshed: boolean, how: HowToRead = {}) =>
    void calls.call('load', { job, isRefreshed, ...how }, { onProgress: onState }).then(onState, () => {
      // It was closed, or its defect has been reported already.
    })

  load(false)
  const session: AnalyticsSession = {
    view: () => view,
    progress: () => progress,
    ask: async (ask, question, signal) => {
      try {
        return await calls.call(ask, question, signal ? { signal } : {})
      } catch (cause) {
        // Our server was asked, and did not answer: as with contacts that do not come, it goes on when it is told to.
        if (isApiError(cause) && cause.kind !== 'aborted' && progress.state !== null)
          onState({ ...progress.state, is: 'failed', error: cause })
        throw cause
      }
    },
    resume: () => load(false, { isRetry: true }),
    stop: () => void calls.call('stop', null).catch(() => {}),
    refresh: (background) => load(true, background && { background }),
  }
  return { session, close }
}
