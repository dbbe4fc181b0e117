import { countFilters, createCounting } from '#/analytics/columns/aliases.ts'
import type { Dataset } from '#/analytics/columns/dataset.ts'
import { answer, type AnswerName, type Answers } from './answer.ts'

export type ComparedContacts = readonly [current: Dataset, compared: Dataset | null]

/** Answers questions with aliases applied. */
export const createAnswering = () => {
  const counting = createCounting()
  return <A extends AnswerName>(
    name: A,
    [current, compared]: ComparedContacts,
    question: Answers[A]['question'],
  ): Answers[A]['answer'] => {
    const { countAs = [] } = question
    const counted = (data: Dataset) => counting(data, countAs, data.changes)
    return answer[name](counted(current), compared && counted(compared), {
      ...question,
      filters: countFilters(question.filters, countAs),
    })
  }
}
