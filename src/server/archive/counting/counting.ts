import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '#/server/database/database.ts'
import { failure } from '#/server/http/failure.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { countingWork, type CountingCalls, type CountingContext } from './calls.ts'

/** What the thread is asked. */
export type CountingQuestion =
  | { readonly id: number; readonly name: keyof CountingCalls; readonly question: unknown }
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

const startThread = (address: DatabaseAddress, module: URL, onEnd: () => void): CountingThread => {
  const waiting = new Map<number, Waiting>()
  let last = 0
  const worker = new Worker(module, { workerData: address })
  const fail = (cause?: unknown) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(failure('archive_unavailable', { cause }))
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
      post({ id, name, question })
      // The thread answers all the same: it knows best when it has stopped.
      const cancel = () => post({ id, isCancelled: true })
      signal?.addEventListener('abort', cancel, { once: true })
      return answer.promise
        .catch((error: unknown) => {
          throw signal?.aborted ? signal.reason : error
        })
        .finally(() => signal?.removeEventListener('abort', cancel))
    },
    end: async () => void (await worker.terminate()),
  }
}

/**
 * In a thread of its own, which is started when it is first asked and opens the archive by itself, only to read. One that
 * has ended is followed by another at the next question.
 * @param module what the thread runs
 */
export const countInThread = (
  address: DatabaseAddress,
  module: URL = new URL('./thread.ts', import.meta.url),
): ArchiveCounter => {
  let thread: CountingThread | null = null
  let isClosed = false
  return {
    count: async (name, question, context = {}) => {
      context.signal?.throwIfAborted()
      if (isClosed) throw failure('archive_unavailable')
      if (thread === null) {
        const started = startThread(address, module, () => {
          if (thread === started) thread = null
        })
        thread = started
      }
      return (await thread.send(name, question, context)) as never
    },
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
    countingWork[name](store, question, { signal, tell }),
  close: async () => undefined,
})
