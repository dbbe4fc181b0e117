import type { DayRecord, SegmentDays } from '#/server/archive/store/store.ts'
import { troubleOf } from '#/server/database/database.ts'
import { Failure } from '#/server/http/failure.ts'
import { NoReaderLeft, waitOf } from '#/server/archive/reading/fetching.ts'
import { PageLost } from '#/server/archive/reading/run/list-run.ts'
import { createQuestion, stateOf, tell, type OpenQuestion, type ServiceTotal } from './question.ts'

const errorToTell = (error: unknown, now: number): OpenQuestion['error'] => {
  const cause = error instanceof NoReaderLeft ? error.reason : error instanceof PageLost ? error.cause : error
  if (cause instanceof Failure)
    return {
      status: cause.status,
      code: cause.code,
      retry_after: cause.status === 429 ? Math.ceil(waitOf(cause, now) / 1000) : null,
    }
  if (error instanceof NoReaderLeft) return { status: 401, code: 'session_ended', retry_after: null }
  const trouble = troubleOf(cause)
  if (trouble !== null)
    return {
      status: 503,
      code: trouble === 'full' ? 'storage_full' : 'archive_unavailable',
      retry_after: null,
    }
  return { status: 500, code: 'unknown_error', retry_after: null }
}

export const overlaps = ({ days }: OpenQuestion, day: number) => day >= days.first && day <= days.last

export const createOpenQuestions = (now: () => number) => {
  const questions = new Set<OpenQuestion>()
  let serviceTotal: ServiceTotal | null = null
  let waitUntil: number | null = null
  let lost: unknown = null

  const sendToAll = () => {
    for (const question of questions) tell(question)
  }

  const end = (question: OpenQuestion, how: Pick<OpenQuestion, 'is' | 'error'>) => {
    Object.assign(question, how)
    questions.delete(question)
    tell(question)
  }

  const fail = (question: OpenQuestion, error: unknown) =>
    end(question, { is: 'failed', error: errorToTell(error, now()) })

  return {
    add: (days: SegmentDays, isRetry: boolean): OpenQuestion => {
      const question = createQuestion(days, isRetry)
      questions.add(question)
      return question
    },
    pending: () => [...questions].filter(({ is }) => is === 'reading'),
    isListened: () => [...questions].some((question) => question.isListened && question.is === 'reading'),
    sendToAll,
    changed: (days: readonly number[]): void => {
      for (const question of questions)
        for (const day of days) if (overlaps(question, day)) question.changed.add(day)
      sendToAll()
    },
    finish: (question: OpenQuestion): void => {
      if (lost === null) end(question, { is: 'complete', error: null })
      else fail(question, lost)
    },
    fail,
    state: (map: readonly DayRecord[], question: OpenQuestion) =>
      stateOf(map, question, { serviceTotal, waitUntil, now: now() }),
    begin: (): void => {
      lost = null
      serviceTotal = null
    },
    lose: (error: unknown): void => {
      lost = error
    },
    /**
     * The service asked to wait.
     * @param until epoch milliseconds; null: no longer
     */
    wait: (until: number | null): void => {
      waitUntil = until
      sendToAll()
    },
    isTotalKnown: ({ first, last }: SegmentDays): boolean =>
      serviceTotal !== null && serviceTotal.first <= first && serviceTotal.last >= last,
    sayTotal: (total: ServiceTotal): void => {
      serviceTotal = total
    },
  }
}

export type OpenQuestions = ReturnType<typeof createOpenQuestions>
