import { parentPort, workerData } from 'node:worker_threads'
import { openToRead, type DatabaseAddress } from '#/server/database/database.ts'
import { segmentColumns } from '#/server/archive/store/columns.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { createArchiveStore } from '#/server/archive/store/store.ts'
import { countingWork, type CountingCalls, type RunningCount } from './calls.ts'
import type { CountingAnswer, CountingQuestion } from './counting.ts'

/*
 * The counting thread: inflating, decoding and counting a million contacts would block every request. Started by counting.ts.
 */

// An error here ends the thread; the next question starts another.
const store = await createArchiveStore(
  await openToRead<ArchiveTables>(workerData as DatabaseAddress),
  segmentColumns,
)

type Asked = Extract<CountingQuestion, { readonly name: unknown }>

const running = new Map<number, AbortController>()

const answerOf = async ({ id, name, question, left }: Asked): Promise<CountingAnswer> => {
  const stop = new AbortController()
  running.set(id, stop)
  const context: RunningCount = {
    signal: stop.signal,
    checkpoint: () => {
      if (Atomics.load(left, 0) === 1) stop.abort()
      stop.signal.throwIfAborted()
    },
    tell: (...progress) => parentPort?.postMessage({ id, progress } satisfies CountingAnswer),
  }
  try {
    const work = countingWork[name] as (...asked: unknown[]) => Promise<CountingCalls[typeof name]['answer']>
    return { id, answer: await work(store, question, context) }
  } catch (error) {
    // Structured clone keeps only an error's message.
    const { message, stack, errcode } = error as { message: string; stack?: string; errcode?: number }
    return { id, error: { message, ...(stack === undefined ? {} : { stack }), errcode: errcode ?? null } }
  } finally {
    running.delete(id)
  }
}

parentPort?.on('message', (question: CountingQuestion) => {
  if ('isCancelled' in question) return running.get(question.id)?.abort()
  void answerOf(question).then((answer) => parentPort?.postMessage(answer))
})
