import type { DatabaseAddress } from '#/server/database/database.ts'
import { failure } from '#/server/http/failure.ts'
import type { ArchiveStore } from '#/server/archive/store/store.ts'
import { startThread, ThreadEnded, type Thread } from '#/server/threads/start-thread.ts'
import { countingWork, type CountingCalls, type CountingContext } from './calls.ts'

export interface CountingQuestion {
  readonly name: keyof CountingCalls
  readonly question: unknown
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

/** A thread still running so long after cancellation is replaced. */
const STUCK_MS = 5_000
const MOST_HEAP_MB = 2_048

/**
 * Runs in a thread that starts on first use with a read-only connection of its own. After a crash or a full
 * heap, the next question starts another one.
 * @param options for tests
 */
export const countInThread = (
  address: DatabaseAddress,
  {
    module = new URL('./thread.ts', import.meta.url),
    heapMb = MOST_HEAP_MB,
    stuckMs = STUCK_MS,
  }: { readonly module?: URL; readonly heapMb?: number; readonly stuckMs?: number } = {},
): ArchiveCounter => {
  let thread: Thread | null = null
  let isClosed = false
  const send = async (question: CountingQuestion, context: Partial<CountingContext>): Promise<unknown> => {
    const { signal, tell: report } = context
    signal?.throwIfAborted()
    if (isClosed) throw failure('archive_unavailable')
    thread ??= startThread(module, {
      data: address,
      megabytes: heapMb,
      stuckMs,
      onEnd: () => {
        thread = null
      },
    })
    const current = thread
    try {
      return await current.ask(question, {
        signal,
        onNote: (progress: Parameters<CountingContext['tell']>) => report?.(...progress),
      })
    } catch (error) {
      if (thread === current || signal?.aborted) throw error
      // Another question was stuck.
      if (error instanceof ThreadEnded && !isClosed) return send(question, context)
      throw failure('archive_unavailable', { cause: error })
    }
  }
  return {
    count: async (name, question, context = {}) => (await send({ name, question }, context)) as never,
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
