import { Worker } from 'node:worker_threads'
import type { DatabaseAddress } from '#/server/database/database.ts'
import { failure } from '#/server/http/failure.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { countingWork, type CountingCalls } from './calls.ts'

/** What the thread is asked. */
export interface CountingQuestion {
  readonly id: number
  readonly name: keyof CountingCalls
  readonly question: unknown
}

export interface CountingAnswer {
  readonly id: number
  readonly answer?: unknown
  readonly error?: { readonly message: string; readonly stack?: string; readonly errcode: number | null }
}

/** Counts what is kept, away from whoever answers requests. */
export interface ArchiveCounter {
  /** @throws Failure `archive_unavailable` when the thread ends meanwhile; the driver's error; a defect's */
  readonly count: <N extends keyof CountingCalls>(
    name: N,
    question: CountingCalls[N]['question'],
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

interface CountingThread {
  readonly send: (name: keyof CountingCalls, question: unknown) => Promise<unknown>
  readonly end: () => Promise<void>
}

const startThread = (address: DatabaseAddress, module: URL, onEnd: () => void): CountingThread => {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let last = 0
  const worker = new Worker(module, { workerData: address })
  const fail = (cause?: unknown) => {
    onEnd()
    for (const { reject } of waiting.values()) reject(failure('archive_unavailable', { cause }))
    waiting.clear()
  }
  worker.on('message', ({ id, answer, error }: CountingAnswer) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    // A process that has nothing else to do ends.
    if (waiting.size === 0) worker.unref()
    if (error) reject?.(thrownThere(error))
    else resolve?.(answer)
  })
  worker.on('error', fail)
  worker.on('exit', () => fail())
  return {
    send: (name, question) => {
      const answer = Promise.withResolvers<unknown>()
      waiting.set(++last, answer)
      worker.ref()
      worker.postMessage({ id: last, name, question } satisfies CountingQuestion)
      return answer.promise
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
    count: async (name, question) => {
      if (isClosed) throw failure('archive_unavailable')
      if (thread === null) {
        const started = startThread(address, module, () => {
          if (thread === started) thread = null
        })
        thread = started
      }
      return (await thread.send(name, question)) as never
    },
    close: async () => {
      isClosed = true
      await thread?.end()
    },
  }
}

/** In this thread, for a store that no other can open. */
export const countHere = (store: ArchiveStore): ArchiveCounter => ({
  count: (name, question) => countingWork[name](store, question),
  close: async () => undefined,
})
