import { hashKey, keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Answers, Ask } from '#/analytics/worker/protocol.ts'
import { useOverview } from '#/features/overview/data/use-overview.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'

/**
 * Asks the worker once loading is over, finished or not. While it is asked again about more contacts, what it said about
 * the same question stays.
 * @param about what makes it another question; the rest may change with what is loaded
 * @param question null: there is nothing to ask
 */
export const useAsked = <A extends Ask>(ask: A, about: unknown, question: Answers[A]['question'] | null) => {
  const { scope } = useSignedIn()
  const { analytics, state, search, question: whole } = useOverview()
  const { days, comparedDays } = whole
  const countAs = question?.countAs ?? whole.countAs
  const topic = hashKey([{ oid: search.object ?? null, days, comparedDays, countAs }, ask, about])
  const isOver = state !== null && state.is !== 'loading'
  return useQuery<Answers[A]['answer']>({
    queryKey: [scope.principal, scope.client, 'overview_asked', topic, question, state?.version ?? 0],
    queryFn: () => analytics!.ask(ask, question!),
    enabled: analytics !== null && isOver && question !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    placeholderData: (before, query) => (query?.queryKey[3] === topic ? keepPreviousData(before) : undefined),
  })
}
