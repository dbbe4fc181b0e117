import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '#/server/database/database.ts'
import { failure } from '#/server/http/failure.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { countingWork, type CountingCalls, type CountingContext } from './calls.ts'

export type CountingQuestion =
  | {
      readonly id: number
      readonly name: keyof CountingCalls
      readonly question: unknown
      /** Shared flag, 1 when cancelled: a message would arrive only after the counting. */
      readonly left: Int32Array<SharedArrayBuffer>
    }
  | { readonly id: number; readonly isCancelled: true }

export interface CountingAnswer {
  readonly id: number
  readonly progress?: readonly [done: number, all: number]
  readonly answer?: unknown
  readonly error?: { readonly message: string; readonly stack?: string; readonly errcode: number | null }
}

/** Counts stored contacts in another thread than the one that answers requests. */
export interface ArchiveCounter {
  /** @throws Failure `archive_unavailable` when the thread ends; errors of the driver */
  readonly count: <N extends keyof CountingCalls>(
    name: N,
    question: CountingCalls[N]['question'],
    context?: Partial<CountingContext>,
  ) => Promise<CountingCalls[N]['answer']>
  readonly close: () => Promise<void>
}

const thrownThere = ({ message, stack, errcode }: NonNullable<CountingAnswer['error']>): Error => {
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return errcode === null ? error : Object.assign(error, { errcode })
}

/** A thread still running so long after cancellation is replaced. */
const STUCK_MS = 5_000
/** Limits the JavaScript heap; typed arrays are outside of it. */
const MOST_HEAP_MB = 2_048

const REPLACED = new Error('The thread that counts was replaced')

interface Waiting extends PromiseWithResolvers<unknown> {
  readonly tell: CountingContext['tell'] | undefined
}

interface CountingThread {
  readonly send: (
    name: keyof CountingCalls,
    question: unknown,
    context: Partial<CountingContext>,
  ) => Promise<unknown>
  readonly end: () => Promise<void>
}

const startThread = (
  address: DatabaseAddress,
  { module, heapMb, stuckMs }: ThreadOptions,
  onEnd: () => void,
): CountingThread => {
  const waiting = new Map<number, Waiting>()
  let last = 0
  let isStuck = false
  const worker = new Worker(module, {
    workerData: address,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  const fail = (cause?: unknown) => {
    onEnd()
    for (const { reject } of waiting.values())
      reject(isStuck ? REPLACED : failure('archive_unavailable', { cause }))
    waiting.clear()
  }
  worker.on('message', ({ id, progress, answer, error }: CountingAnswer) => {
    const { resolve, reject, tell: report } = waiting.get(id) ?? {}
    if (progress) return report?.(...progress)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (error) reject?.(thrownThere(error))
    else resolve?.(answer)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail())
  return {
    send: (name, question, { signal, tell: report }) => {
      const id = ++last
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, { ...answer, tell: report })
      worker.ref()
      const post = (message: CountingQuestion) => worker.postMessage(message)
      const left = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      post({ id, name, question, left })
      let ending: NodeJS.Timeout | undefined
      // The thread still answers, and so frees its place.
      const cancel = () => {
        Atomics.store(left, 0, 1)
        post({ id, isCancelled: true })
        ending = setTimeout(() => {
          isStuck = true
          void worker.terminate()
        }, stuckMs).unref()
      }
      signal?.addEventListener('abort', cancel, { once: true })
      return answer.promise
        .catch((error: unknown) => {
          throw signal?.aborted ? signal.reason : error
        })
        .finally(() => {
          clearTimeout(ending)
          signal?.removeEventListener('abort', cancel)
        })
    },
    end: async () => void (await worker.terminate()),
  }
}

interface ThreadOptions {
  readonly module: URL
  readonly heapMb: number
  readonly stuckMs: number
}
const USUAL: ThreadOptions = {
  module: new URL('./thread.ts', import.meta.url),
  heapMb: MOST_HEAP_MB,
  stuckMs: STUCK_MS,
}

/**
 * Runs in a thread that starts on first use with a read-only connection of its own. After a crash or a full
 * heap, the next question starts another one.
 * @param options for tests
 */
export const countInThread = (
  address: DatabaseAddress,
  options: Partial<ThreadOptions> = {},
): ArchiveCounter => {
  let thread: CountingThread | null = null
  let isClosed = false
  const send = async (
    name: keyof CountingCalls,
    question: unknown,
    context: Partial<CountingContext>,
  ): Promise<unknown> => {
    context.signal?.throwIfAborted()
    if (isClosed) throw failure('archive_unavailable')
    if (thread === null) {
      const started = startThread(address, { ...USUAL, ...options }, () => {
        if (thread === started) thread = null
      })
      thread = started
    }
    try {
      return await thread.send(name, question, context)
    } catch (error) {
      if (error !== REPLACED) throw error
      return send(name, question, context)
    }
  }
  return {
    count: async (name, question, context = {}) => (await send(name, question, context)) as never,
    close: async () => {
      isClosed = true
      await thread?.end()
    },
  }
}

const never = new AbortController()

/** Counts in this thread, for an in-memory store that no other thread can open. */
export const countHere = (store: ArchiveStore): ArchiveCounter => ({
  count: (name, question, { signal = never.signal, tell: report = () => {} } = {}) =>
    countingWork[name](store, question, { signal, tell: report, checkpoint: () => signal.throwIfAborted() }),
  close: async () => undefined,
})
