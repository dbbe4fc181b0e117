import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { FromThread, ToThread } from './answer-questions.ts'

// The process's own size would overrule the limits of all threads.
setFlagsFromString('--max-semi-space-size=0')

/** Most threads hold little, and a young generation stays as large as it once was. */
const YOUNG_MEGABYTES = 12
/** A thread that creates many objects would spend a third of its time copying them. */
export const LARGE_YOUNG_MEGABYTES = 48

/** A thread ended without an error while a question was open. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded'
}

interface AskOptions {
  /** The thread still answers, and so frees its place; see `stuckMs`. */
  readonly signal?: AbortSignal | undefined
  /** What the thread says before its answer. */
  readonly onNote?: ((note: never) => void) | undefined
}

export interface Thread {
  /** @throws what the thread throws or ends with; ThreadEnded; the signal's reason */
  readonly ask: <T>(question: unknown, options?: AskOptions) => Promise<T>
  readonly post: (note: unknown) => void
  /** Lets it close what it holds. */
  readonly close: () => Promise<void>
  readonly end: () => Promise<void>
}

interface ThreadOptions {
  readonly data?: unknown
  /** Limits the JavaScript heap; typed arrays are outside of it. */
  readonly megabytes?: number
  /** The part of it for new objects. */
  readonly youngMegabytes?: number
  /** A thread still running so long after cancellation ends. */
  readonly stuckMs?: number
  /** Called before its open questions fail. */
  readonly onEnd?: () => void
}

type Waiting = PromiseWithResolvers<unknown> & Pick<AskOptions, 'onNote'>

/**
 * A thread that answers questions (`answerQuestions`). It keeps the process running only while it is asked.
 * @param module the thread's module, as a path or data
 */
export const startThread = (
  module: string | URL,
  { data, megabytes, youngMegabytes = YOUNG_MEGABYTES, stuckMs, onEnd }: ThreadOptions = {},
): Thread => {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isEnded = false
  const worker = new Worker(module, {
    workerData: data,
    resourceLimits: {
      maxYoungGenerationSizeMb: youngMegabytes,
      ...(megabytes !== undefined && { maxOldGenerationSizeMb: megabytes }),
    },
  })
  const fail = (error: unknown) => {
    if (isEnded) return
    isEnded = true
    onEnd?.()
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('error', fail)
  worker.on('exit', () => fail(new ThreadEnded('The thread has ended')))
  worker.on('message', ({ id, note, answer, error }: FromThread) => {
    const { resolve, reject, onNote } = waiting.get(id) ?? {}
    if (note !== undefined) return onNote?.(note as never)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (error) reject?.(Object.assign(new Error(error.message), error))
    else resolve?.(answer)
  })
  const send = (message: ToThread) => worker.postMessage(message)

  return {
    ask: async <T>(question: unknown, { signal, onNote }: AskOptions = {}): Promise<T> => {
      if (isEnded) throw new ThreadEnded('The thread has ended')
      const id = ++last
      const answer = Promise.withResolvers<unknown>()
      const left = signal ? new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) : null
      // Throws where it cannot be cloned: nothing waits then.
      send({ id, question, left })
      waiting.set(id, { ...answer, onNote })
      worker.ref()
      let ending: NodeJS.Timeout | undefined
      const cancel = () => {
        if (left !== null) Atomics.store(left, 0, 1)
        send({ cancelled: id })
        if (stuckMs !== undefined) ending = setTimeout(() => void worker.terminate(), stuckMs).unref()
      }
      signal?.addEventListener('abort', cancel, { once: true })
      try {
        return (await answer.promise) as T
      } catch (error) {
        throw signal?.aborted ? signal.reason : error
      } finally {
        clearTimeout(ending)
        signal?.removeEventListener('abort', cancel)
      }
    },
    post: (note) => send({ note }),
    close: () => {
      worker.ref()
      send({ isClosing: true })
      return ended
    },
    end: async () => void (await worker.terminate()),
  }
}
