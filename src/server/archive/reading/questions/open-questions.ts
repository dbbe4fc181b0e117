import type { HeldDay, SegmentDays } from '#/server/archive/store/store.ts'
import { errorToTell } from './question-error.ts'
import { createQuestion, stateOf, tell, type OpenQuestion, type SaidTotal } from './question.ts'

/** Whether a day is one of those that are asked for. */
export const overlaps = ({ days }: OpenQuestion, day: number) => day >= days.first && day <= days.last

/** What is asked of an account, and what there is to tell of it. */
export const createOpenQuestions = (now: () => number) => {
  const questions = new Set<OpenQuestion>()
  let said: SaidTotal | null = null
  let waitUntil: number | null = null
  let lost: unknown = null

  const tellAll = () => {
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
    add: (days: SegmentDays): OpenQuestion => {
      const question = createQuestion(days)
      questions.add(question)
      return question
    },
    pending: () => [...questions].filter(({ is }) => is === 'reading'),
    /** Whether a request waits for what is read. */
    isListened: () => [...questions].some((question) => question.isListened && question.is === 'reading'),
    tellAll,
    changed: (days: readonly number[]): void => {
      for (const question of questions)
        for (const day of days) if (overlaps(question, day)) question.changed.add(day)
      tellAll()
    },
    /** Answered; failed all the same where a page of it was lost. */
    finish: (question: OpenQuestion): void => {
      if (lost === null) end(question, { is: 'complete', error: null })
      else fail(question, lost)
    },
    fail,
    /** @param map of the question's days */
    state: (map: readonly HeldDay[], question: OpenQuestion) =>
      stateOf(map, question, { said, waitUntil, now: now() }),
    /** What is answered next has nothing to do with what was found before. */
    begin: (): void => {
      lost = null
      said = null
    },
    /** What a page was lost by. */
    lose: (error: unknown): void => {
      lost = error
    },
    /** The service asks for patience. @param until milliseconds since 1970; null: no longer */
    wait: (until: number | null): void => {
      waitUntil = until
      tellAll()
    },
    /** Whether a total of these days, or more, was said. */
    isTotalSaid: ({ first, last }: SegmentDays): boolean =>
      said !== null && said.first <= first && said.last >= last,
    sayTotal: (total: SaidTotal): void => {
      said = total
    },
  }
}

export type OpenQuestions = ReturnType<typeof createOpenQuestions>
