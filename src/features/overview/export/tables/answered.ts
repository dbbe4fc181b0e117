import type { Answers, Ask } from '#/analytics/worker/answer.ts'
import type { ExportContext } from '#/features/overview/export/conditions.ts'

/** What the worker says, counted as the page counts it. @throws Error where there is no worker (any more) */
export const answered = async <A extends Ask>(
  { overview: { analytics } }: ExportContext,
  ask: A,
  question: Answers[A]['question'],
): Promise<Answers[A]['answer']> => {
  if (analytics === null) throw new Error('Nothing is loaded that could be exported')
  return analytics.ask(ask, question)
}
