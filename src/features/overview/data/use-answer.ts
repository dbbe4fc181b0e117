import { hashKey, useQuery } from '@tanstack/react-query'
import type { Answers, Ask } from '#/analytics/worker/answer.ts'
import { keyOf, readKey } from '#/api/keys.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useOverview } from './use-overview.ts'

/**
 * Asks the worker what no report says, and asks again when more has come or names count otherwise. Meanwhile what it said
 * about the same stays; never what it said about another client's, object's or period's contacts.
 * @param about what makes it another question; the rest may change with what is loaded
 * @param question null: there is nothing to ask (yet)
 */
export const useAnswer = <A extends Ask>(ask: A, about: unknown, question: Answers[A]['question'] | null) => {
  const { scope } = useSignedIn()
  const { job, sessionId, analytics, state, question: report } = useOverview()
  const { countAs } = report
  const version = state?.version ?? 0
  const topic = hashKey([job, ask, about])
  return useQuery<Answers[A]['answer']>({
    queryKey: keyOf(scope, 'overview_answer', {
      topic,
      session: sessionId,
      version,
      question: { countAs, ...question },
    }),
    queryFn: ({ signal }) => analytics!.ask(ask, question!, signal),
    enabled: analytics !== null && version > 0 && question !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    placeholderData: (before, query) => {
      const asked = query && readKey(query.queryKey)
      return asked?.name === 'overview_answer' && asked.asked.topic === topic ? before : undefined
    },
  })
}
