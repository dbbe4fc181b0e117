import { ApiError } from '../error.ts'
import { closeGate, gateSeconds, onGate } from '../transport/rate-gate.ts'

/*
 * How a page and its workers speak: a call by name, perhaps progress on the way, and one answer or one error. The page may
 * cancel a call, and ends the worker when it needs it no more.
 */

/** An error as it travels between worker and page: only plain data do. Null stands for a defect of our own. */
type ErrorDetails = Pick<
  ApiError,
  'kind' | 'status' | 'code' | 'fields' | 'requestId' | 'retryAfter' | 'scope'
> | null

const errorDetails = (error: unknown): ErrorDetails => {
  if (!(error instanceof ApiError)) return null
  const { kind, status, code, fields, requestId, retryAfter, scope } = error
  return { kind, status, code, fields, requestId, retryAfter, scope }
}

/** The error as the rest of the page knows it: a lost session is noticed by its kind. */
const errorFrom = (details: ErrorDetails): Error => {
  if (details === null) return new Error('The worker failed')
  const { kind, ...rest } = details
  return new ApiError(kind, rest)
}

/** One call that a worker takes; everything in it must survive a structured clone. */
interface Call {
  readonly question: unknown
  readonly answer: unknown
  readonly progress?: unknown
}

/** The calls that a worker takes, by name. */
type Calls<C> = { readonly [N in keyof C]: Call }
type Progress<C, N extends keyof C> = C[N] extends { readonly progress: infer P } ? P : never

type ToWorker =
  | { readonly type: 'call'; readonly id: number; readonly name: string; readonly question: unknown }
  | { readonly type: 'cancel'; readonly id: number }

type FromWorker =
  | { readonly type: 'progress'; readonly id: number; readonly progress: unknown }
  | { readonly type: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly type: 'error'; readonly id: number; readonly error: ErrorDetails }
  | { readonly type: 'gate'; readonly seconds: number }

/** What there is for each call in the worker. A handler that throws an ApiError tells the page of it; anything else is a defect. */
export type CallHandlers<C extends Calls<C>> = {
  readonly [N in keyof C]: (
    question: C[N]['question'],
    context: {
      /** Aborted when the page no longer waits. */
      readonly signal: AbortSignal
      readonly tell: (progress: Progress<C, N>) => void
    },
  ) => C[N]['answer'] | Promise<C[N]['answer']>
}

/** The worker's own end: `globalThis` there. */
export interface WorkerScope {
  readonly postMessage: (message: unknown) => void
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  readonly reportError: (error: unknown) => void
}

/** Answers the page's calls from now on. A defect is also reported as an uncaught error, so that the console shows it. */
export const answerCalls = <C extends Calls<C>>(
  handlers: CallHandlers<C>,
  scope: WorkerScope = globalThis,
): void => {
  const running = new Map<number, AbortController>()
  const send = (message: FromWorker) => scope.postMessage(message)
  let told = 0
  // The page waits as long as the worker was told to, and says so; it counts by itself.
  onGate(() => {
    const seconds = gateSeconds()
    if (seconds > told) send({ type: 'gate', seconds })
    told = seconds
  })

  const answerCall = async ({ id, name, question }: Extract<ToWorker, { type: 'call' }>) => {
    const stop = new AbortController()
    const { signal } = stop
    running.set(id, stop)
    const tell = (progress: unknown) => {
      if (!signal.aborted) send({ type: 'progress', id, progress })
    }
    try {
      // Each question belongs to its handler by its name; TypeScript loses that in a lookup.
      const handler = handlers[name as keyof C] as (
        question: unknown,
        context: { signal: AbortSignal; tell: (progress: unknown) => void },
      ) => unknown
      const answer = await handler(question, { signal, tell })
      if (!signal.aborted) send({ type: 'answer', id, answer })
    } catch (cause) {
      if (signal.aborted) return
      const error = errorDetails(cause)
      send({ type: 'error', id, error })
      if (error === null) scope.reportError(cause)
    } finally {
      running.delete(id)
    }
  }

  scope.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if (data.type === 'call') void answerCall(data)
    else running.get(data.id)?.abort()
  })
}

/** The page's end of a worker: what of `Worker` is used, so that a stand-in is enough for tests. */
export interface WorkerEnd {
  readonly postMessage: (message: unknown) => void
  readonly addEventListener: (
    type: 'message' | 'error',
    listener: (event: MessageEvent & ErrorEvent) => void,
  ) => void
  readonly terminate: () => void
}

export interface WorkerCalls<C extends Calls<C>> {
  /**
   * @param options `signal` cancels the call: it rejects at once, and the worker is told to stop
   * @throws ApiError of the worker's handler; `aborted` when it was cancelled or the worker was ended; any other Error when
   *   the worker itself has failed
   */
  readonly call: <N extends keyof C & string>(
    name: N,
    question: C[N]['question'],
    options?: { readonly signal?: AbortSignal; readonly onProgress?: (progress: Progress<C, N>) => void },
  ) => Promise<C[N]['answer']>
  /** Ends the worker and every call that is under way. */
  readonly close: () => void
}

/**
 * Speaks to a worker that has just been started.
 * @param onDefect the worker itself has failed: it could not be loaded, is out of memory, or a handler has a defect
 */
export const callWorker = <C extends Calls<C>>(
  worker: WorkerEnd,
  onDefect: (error: Error) => void = () => {},
): WorkerCalls<C> => {
  interface Waiting {
    readonly resolve: (answer: never) => void
    readonly reject: (error: Error) => void
    readonly onProgress: (progress: never) => void
  }
  const waiting = new Map<number, Waiting>()
  let calls = 0
  let isClosed = false
  const send = (message: ToWorker) => worker.postMessage(message)
  const rejectAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
  }

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === 'gate') {
      if (!isClosed) closeGate(data.seconds)
      return
    }
    // A call that was cancelled a moment ago is not there any more.
    const call = waiting.get(data.id)
    if (data.type === 'progress') call?.onProgress(data.progress as never)
    else if (data.type === 'answer') call?.resolve(data.answer as never)
    else call?.reject(errorFrom(data.error))
  })
  worker.addEventListener('error', ({ message }) => {
    const error = new Error(message || 'The worker failed')
    // It answers nothing more, or nothing that can be trusted.
    rejectAll(error)
    onDefect(error)
  })

  return {
    call: (name, question, { signal, onProgress = () => {} } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed || signal?.aborted) throw new ApiError('aborted')
        const id = calls++
        const forget = () => {
          waiting.delete(id)
          signal?.removeEventListener('abort', cancel)
        }
        const cancel = () => {
          forget()
          send({ type: 'cancel', id })
          reject(new ApiError('aborted'))
        }
        signal?.addEventListener('abort', cancel)
        waiting.set(id, {
          onProgress,
          resolve: (answer) => {
            forget()
            resolve(answer)
          },
          reject: (error) => {
            forget()
            reject(error)
          },
        })
        send({ type: 'call', id, name, question })
      }),
    close: () => {
      isClosed = true
      worker.terminate()
      rejectAll(new ApiError('aborted'))
    },
  }
}
