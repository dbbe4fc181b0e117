import { hashKey, useQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import {
  figuresQuery,
  jobKey,
  readingQuery,
  type FiguresJob,
  type FiguresResult,
} from '#/api/figures/figures.ts'
import type { FiguresName, FiguresData } from '#/contract/figures/answers.ts'
import { firstAnswer } from '#/api/first-answer.ts'
import { readKey } from '#/api/keys.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'

export interface FiguresView<T> {
  readonly data: T | undefined
  /** The loading state it is based on. */
  readonly state: ReadingState | undefined
  readonly error: Error | null
  readonly isError: boolean
  /** The answer to the previous question. */
  readonly isPlaceholderData: boolean
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

/** Structural sharing across questions, so that unchanged parts keep identity. */
const same = <T>(result: T): T => result

const isEmptySoFar = ({ is, current }: ReadingState): boolean => is === 'loading' && current.loaded === 0

const topicOf = (about: unknown): string => hashKey([about])

/** Asks before the page that shows the answers is drawn. @returns as {@link firstAnswer}, of all */
export const prefetchFigures = async (
  queryClient: QueryClient,
  job: FiguresJob,
  names: readonly FiguresName[],
  question: object,
): Promise<void> => {
  void queryClient.prefetchQuery(readingQuery(job))
  const answers = names.map((name) => figuresQuery(job, name, topicOf(null), question))
  await Promise.all(answers.map((answer) => firstAnswer(queryClient, answer, 'enter')))
}

/**
 * Asks a question about a job's contacts, and again when data changes. Keeps the previous answer of the same
 * topic, never of another client, object or period.
 * @param about identifies the topic
 * @param question null: don't request
 */
export const useFigures = <A extends FiguresName>(
  job: FiguresJob,
  name: A,
  about: unknown,
  question: object | null,
): FiguresView<FiguresData<A>> => {
  const topic = topicOf(about)
  const query = useQuery({
    ...figuresQuery(job, name, topic, question),
    enabled: question !== null,
    select: same,
    placeholderData: (
      before: FiguresResult<A> | undefined,
      previous: { readonly queryKey: QueryKey } | undefined,
    ) => {
      const key = previous && readKey(previous.queryKey)
      const isSame =
        key?.name === 'figures' &&
        key.scope.principal === job.scope.principal &&
        key.scope.client === job.scope.client &&
        key.parameters.job === jobKey(job) &&
        key.parameters.name === name &&
        key.parameters.topic === topic
      return isSame ? before : undefined
    },
  })
  const result = query.data && !isEmptySoFar(query.data.state) ? query.data : undefined
  const { error, isError, isPlaceholderData, isFetching, dataUpdatedAt, refetch } = query
  return {
    data: result?.answer,
    state: result?.state,
    error,
    isError,
    isPlaceholderData,
    isFetching,
    dataUpdatedAt,
    refetch,
  }
}
