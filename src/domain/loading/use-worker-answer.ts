import { hashKey, useQuery } from '@tanstack/react-query'
import type { AnalyticsSession } from '#/analytics/session.ts'
import type { Answers, AnswerName } from '#/analytics/worker/answer.ts'
import { keyOf, readKey } from '#/api/keys.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** Who answers, and over what. */
export interface AskedWorker {
  /** Whose contacts of which days. */
  readonly job: string
  /** Changes with each worker, whose versions start from the beginning; undefined: none has started. */
  readonly sessionId: number | undefined
  /** Null until the worker has begun. */
  readonly analytics: AnalyticsSession | null
  /** Of what is loaded; 0: nothing is. */
  readonly version: number
}

/**
 * Asks a worker, and asks again when more has come. Meanwhile what it said about the same stays; never what it said about
 * another client's, object's or period's contacts.
 * @param about what makes it another question; the rest may change with what is loaded
 * @param question null: there is nothing to ask (yet)
 */
export const useWorkerAnswer = <A extends AnswerName>(
  { job, sessionId, analytics, version }: AskedWorker,
  ask: A,
  about: unknown,
  question: Answers[A]['question'] | null,
) => {
  const { scope } = useSignedIn()
  const topic = hashKey([job, ask, about])
  return useQuery<Answers[A]['answer']>({
    queryKey: keyOf(scope, 'worker_answer', { topic, session: sessionId, version, question }),
    queryFn: ({ signal }) => analytics!.ask(ask, question!, signal),
    enabled: analytics !== null && version > 0 && question !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    select: same,
    placeholderData: (before, query) => {
      const asked = query && readKey(query.queryKey)
      return asked?.name === 'worker_answer' && asked.asked.topic === topic ? before : undefined
    },
  })
}

/** Lets an answer share what it says the same as the one before it, to another question too: what shows it stays as it is. */
export const same = <T>(answer: T): T => answer
