import { parentPort, workerData } from 'node:worker_threads'
import { openToRead, type DatabaseAddress } from '#/server/database/database.ts'
import { segmentColumns } from '#/server/archive/store/columns.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { createArchiveStore } from '#/server/archive/store/store.ts'
import { countingWork, type CountingCalls } from './calls.ts'
import type { CountingAnswer, CountingQuestion } from './counting.ts'

/*
 * The thread that inflates, decodes and counts what the archive keeps: a million contacts would stop every other answer
 * for as long as it takes. Started by counting.ts.
 */

// What cannot be opened ends the thread, and the next question starts another.
const store = await createArchiveStore(
  await openToRead<ArchiveTables>(workerData as DatabaseAddress),
  segmentColumns,
)

const answerOf = async ({ id, name, question }: CountingQuestion): Promise<CountingAnswer> => {
  try {
    const work = countingWork[name] as (...asked: unknown[]) => Promise<CountingCalls[typeof name]['answer']>
    return { id, answer: await work(store, question) }
  } catch (error) {
    // A clone of an error keeps only its message.
    const { message, stack, errcode } = error as { message: string; stack?: string; errcode?: number }
    return { id, error: { message, ...(stack === undefined ? {} : { stack }), errcode: errcode ?? null } }
  }
}

parentPort?.on('message', (question: CountingQuestion) => {
  void answerOf(question).then((answer) => parentPort?.postMessage(answer))
})
