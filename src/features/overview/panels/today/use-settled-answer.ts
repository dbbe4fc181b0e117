import type { PageQuestion } from '#/contract/figures/questions.ts'
import type { FiguresName } from '#/contract/figures/answers.ts'
import { useAnswer, useOverview } from '#/features/overview/data/use-overview.ts'

/**
 * Requests once loading has ended, so that findings aren't made of growing data.
 * @param about identifies the question
 * @param question null: don't request
 */
export const useSettledAnswer = <A extends FiguresName>(
  ask: A,
  about: unknown,
  question: PageQuestion<A> | null,
) => {
  const { state, countAs: usual } = useOverview('state', 'countAs')
  const isOver = state !== null && state.is !== 'loading'
  const countAs = question?.countAs ?? usual
  return useAnswer(ask, [about, countAs], isOver ? question : null)
}
