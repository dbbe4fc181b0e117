import { workerData } from 'node:worker_threads'
import { openToRead, type DatabaseAddress } from '#/server/database/database.ts'
import { segmentColumns } from '#/server/archive/store/columns.ts'
import type { ArchiveTables } from '#/server/archive/store/schema.ts'
import { createArchiveStore } from '#/server/archive/store/store.ts'
import { answerQuestions } from '#/server/threads/answer-questions.ts'
import { countingWork, type RunningCount } from './calls.ts'
import type { CountingQuestion } from './counting.ts'

/*
 * The counting thread: inflating, decoding and counting a million contacts would block every request. Started by counting.ts.
 */

// An error here ends the thread; the next question starts another.
const store = await createArchiveStore(
  await openToRead<ArchiveTables>(workerData as DatabaseAddress),
  segmentColumns,
)

answerQuestions(({ name, question }: CountingQuestion, { signal, checkpoint, post }) => {
  const work = countingWork[name] as (...parameters: unknown[]) => unknown
  const context: RunningCount = { signal, checkpoint, tell: (...progress) => post(progress) }
  return work(store, question, context)
})
