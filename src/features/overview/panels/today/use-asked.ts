import type { Answers, Ask } from '#/analytics/worker/answer.ts'
import { useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'

/**
 * Asks the worker once loading is over, finished or not: what to do is not said of a part that grows.
 * @param about what makes it another question; the rest may change with what is loaded
 * @param question null: there is nothing to ask
 */
export const useAsked = <A extends Ask>(ask: A, about: unknown, question: Answers[A]['question'] | null) => {
  const { state, question: report } = useOverview()
  const isOver = state !== null && state.is !== 'loading'
  const countAs = question?.countAs ?? report.countAs
  return useAnswer(ask, [about, countAs], isOver ? question : null)
}
