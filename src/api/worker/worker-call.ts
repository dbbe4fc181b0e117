import { ApiError } from '../error.ts'
import { closeGate, gateSeconds, onGate } from '../transport/rate-gate.ts'

/* RPC between page and workers: call by name, progress, one result or error; cancelable. */

/** Serialisable error; null: a defect. */
type ErrorDetails = Pick<
  ApiError,
  'kind' | 'status' | 'code' | 'fields' | 'requestId' | 'retryAfter' | 'scope'
> | null

const errorDetails = (error: unknown): ErrorDetails => {
  if (!(error instanceof ApiError)) return null
  const { kind, status, code, fields, requestId, retryAfter, scope } = error
  return { kind, status, code, fields, requestId, retryAfter, scope }
}

/** Restores the kind, which session handling needs. */
const errorFrom = (details: ErrorDetails): Error => {
  if (details === null) return new Error('The worker failed')
  const { kind, ...rest } = details
  return new ApiError(kind, rest)
}

/** Must survive structured clone. */
interface Call {
  readonly question: unknown
  readonly answer: unknown
  readonly progress?: unknown
}

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

/** Handlers; ApiErrors are passed on, others are defects. */
export type CallHandlers<C extends Calls<C>> = {
  readonly [N in keyof C]: (
    question: C[N]['question'],
    context: {
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

/** Answers calls. Defects are also reported as uncaught, for the console. */
export const answerCalls = <C extends Calls<C>>(
  handlers: CallHandlers<C>,
  scope: WorkerScope = globalThis,
): void => {
  const running = new Map<number, AbortController>()
  const send = (message: FromWorker) => scope.postMessage(message)
  let told = 0
  // The page mirrors the worker's rate gate.
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
      // TypeScript loses the relation by name.
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

/** The used part of `Worker`, for stand-ins in tests. */
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
   * @param options `signal` rejects at once and stops the worker
   * @throws ApiError of the handler; `aborted`; other Errors if the worker failed
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
 * Calls a started worker.
 * @param onDefect load failure, out of memory, or a defect
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
    // Canceled calls are gone.
    const call = waiting.get(data.id)
    if (data.type === 'progress') call?.onProgress(data.progress as never)
    else if (data.type === 'answer') call?.resolve(data.answer as never)
    else call?.reject(errorFrom(data.error))
  })
  worker.addEventListener('error', ({ message }) => {
    const error = new Error(message || 'The worker failed')
    // No trustworthy answers any more.
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
