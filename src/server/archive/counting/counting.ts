import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '#/server/database/database.ts'
import { failure } from '#/server/http/failure.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { countingWork, type CountingCalls, type CountingContext } from './calls.ts'

/** What the thread is asked. */
export type CountingQuestion =
  | {
      readonly id: number
      readonly name: keyof CountingCalls
      readonly question: unknown
      /** Shared: 1 as soon as the answer is not needed any more, which no message can say while it is being counted. */
      readonly left: Int32Array<SharedArrayBuffer>
    }
  /** The answer is not needed any more. */
  | { readonly id: number; readonly isCancelled: true }

export interface CountingAnswer {
  readonly id: number
  /** It is under way. */
  readonly progress?: readonly [done: number, all: number]
  readonly answer?: unknown
  readonly error?: { readonly message: string; readonly stack?: string; readonly errcode: number | null }
}

/** Counts what is kept, away from whoever answers requests. */
export interface ArchiveCounter {
  /** @throws Failure `archive_unavailable` when the thread ends meanwhile; the driver's error; a defect's */
  readonly count: <N extends keyof CountingCalls>(
    name: N,
    question: CountingCalls[N]['question'],
    context?: Partial<CountingContext>,
  ) => Promise<CountingCalls[N]['answer']>
  /** Calls under way fail. Nothing is left of it afterwards. */
  readonly close: () => Promise<void>
}

/** An error as it was thrown in the thread: what it says of the database is kept. */
const thrownThere = ({ message, stack, errcode }: NonNullable<CountingAnswer['error']>): Error => {
  const error = new Error(message)
  if (stack !== undefined) error.stack = stack
  return errcode === null ? error : Object.assign(error, { errcode })
}

/** A thread that goes on for so long after its answer is not needed any more is ended, and another one started. */
const STUCK_MS = 5_000
/** Of what is no array: texts, and what is found by them. */
const MOST_HEAP_MB = 2_048

/** The thread was ended for the sake of another call. */
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
    const { resolve, reject, tell } = waiting.get(id) ?? {}
    if (progress) return tell?.(...progress)
    waiting.delete(id)
    // A process that has nothing else to do ends.
    if (waiting.size === 0) worker.unref()
    if (error) reject?.(thrownThere(error))
    else resolve?.(answer)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail())
  return {
    send: (name, question, { signal, tell }) => {
      const id = ++last
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, { ...answer, tell })
      worker.ref()
      const post = (message: CountingQuestion) => worker.postMessage(message)
      const left = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
      post({ id, name, question, left })
      let ending: NodeJS.Timeout | undefined
      // The thread answers all the same: it knows best when it has stopped.
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
  /** What the thread runs. */
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
 * In a thread of its own, which is started when it is first asked and opens the archive by itself, only to read. One that
 * has ended, by itself or because its heap is full, is followed by another at the next question.
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

/** In this thread, for a store that no other can open. */
export const countHere = (store: ArchiveStore): ArchiveCounter => ({
  count: (name, question, { signal = never.signal, tell = () => {} } = {}) =>
    countingWork[name](store, question, { signal, tell, look: () => signal.throwIfAborted() }),
  close: async () => undefined,
})
