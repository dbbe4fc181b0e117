import type { PageQuestion } from '#/analytics/figures/answer.ts'
import type { FiguresName } from '#/api/figures/figures.ts'
import { useAnswer, useLoading, useQuestion } from '#/features/overview/data/use-overview.ts'

/**
 * Asks once loading is over, finished or not: what to do is not said of a part that grows.
 * @param about what makes it another question; the rest may change with what is loaded
 * @param question null: there is nothing to ask
 */
export const useAsked = <A extends FiguresName>(ask: A, about: unknown, question: PageQuestion<A> | null) => {
  const { state } = useLoading('state')
  const { countAs: usual } = useQuestion('countAs')
  const isOver = state !== null && state.is !== 'loading'
  const countAs = question?.countAs ?? usual
  return useAnswer(ask, [about, countAs], isOver ? question : null)
}
