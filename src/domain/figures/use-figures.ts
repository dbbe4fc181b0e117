import { hashKey, useQuery, type QueryKey } from '@tanstack/react-query'
import {
  figuresQuery,
  jobKey,
  type FiguresJob,
  type FiguresName,
  type FiguresData,
  type FiguresResult,
} from '#/api/figures/figures.ts'
import { readKey } from '#/api/keys.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'

/** An answer, and how asking for it goes. */
export interface FiguresView<T> {
  readonly data: T | undefined
  /** What it rests on. */
  readonly state: ReadingState | undefined
  readonly error: Error | null
  readonly isError: boolean
  /** What is here answers the question before. */
  readonly isPlaceholderData: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Lets an answer share what it says the same as the one before it, to another question too: what shows it stays as it is. */
const same = <T>(result: T): T => result

/** Nothing has come yet: what is counted of it would be no figures. */
const isEmptySoFar = ({ is, current }: ReadingState): boolean => is === 'loading' && current.loaded === 0

/**
 * Asks a question about a job's contacts, and again when more has come. Meanwhile the answer to the same topic stays; never
 * one about another client's, object's or period's contacts.
 * @param about what makes it another topic; the rest of the question may change under it
 * @param question null: there is nothing to ask (yet)
 */
export const useFigures = <A extends FiguresName>(
  job: FiguresJob,
  name: A,
  about: unknown,
  question: object | null,
): FiguresView<FiguresData<A>> => {
  const topic = hashKey([about])
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
        key.asked.job === jobKey(job) &&
        key.asked.name === name &&
        key.asked.topic === topic
      return isSame ? before : undefined
    },
  })
  const result = query.data && !isEmptySoFar(query.data.state) ? query.data : undefined
  const { error, isError, isPlaceholderData, isFetching, refetch } = query
  return {
    data: result?.answer,
    state: result?.state,
    error,
    isError,
    isPlaceholderData,
    isFetching,
    refetch,
  }
}
