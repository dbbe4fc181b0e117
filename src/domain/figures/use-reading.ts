import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import {
  askFigures,
  changeReading,
  readingFailure,
  readingQuery,
  recountOf,
  type FiguresData,
  type FiguresJob,
  type FiguresName,
  type ReadingAction,
} from '#/api/figures/figures.ts'
import { isApiError } from '#/api/error.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { onReturn, PASSING } from '#/api/transport/connection.ts'

/** What changes how the days of a job are read. What has come stays. */
interface ReadingActions {
  /** Goes on with what failed or was stopped. */
  readonly retry: () => void
  readonly stop: () => void
  /** Asks for what is new. @param isBackground by itself, which must not prolong an unused session */
  readonly refresh: (isBackground?: boolean) => void
  /** One question for itself, a file say. Rejects with ApiError. */
  readonly ask: <A extends FiguresName>(name: A, question: object) => Promise<FiguresData<A>>
}

export interface FiguresReading extends ReadingActions {
  /** Null until the first answer. */
  readonly state: ReadingState | null
  /** Why it stands still. */
  readonly failure: Error | null
  /** When everything had come, in milliseconds; null: not yet. */
  readonly loadedAt: number | null
}

/** So often reading goes on by itself: an open page is no reason to ask a sick service for ever. */
const MOST_BY_ITSELF = 5

/** Reading that nothing came for goes on when answers come again, and one that a session, or the company's sign-in, ended under when its person is back. */
const useGoingOn = (failure: Error | null, goOn: () => void) => {
  const left = useRef(MOST_BY_ITSELF)
  const isWaiting = isApiError(failure, ...PASSING)
  useEffect(() => {
    if (!isWaiting) return undefined
    return onReturn(() => {
      if (left.current-- > 0) goOn()
    })
  }, [isWaiting, goOn])
}

/**
 * How the reading of a job's days stands. Figures of the job are asked for again as its days arrive.
 * @param job the same object as long as its contents are the same
 * @param isKnown false: its days may still turn out to be others, and are not read
 */
export const useFiguresReading = (job: FiguresJob, isKnown: boolean): FiguresReading => {
  const queryClient = useQueryClient()
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...readingQuery(job), enabled: isKnown })
  const state = data ?? null

  const recount = useMemo(() => recountOf(queryClient, job), [queryClient, job])
  useEffect(() => recount.end, [recount])
  useEffect(() => {
    if (state !== null) recount.onState(state)
  }, [recount, state])

  // What is refused shows as the failure of the next look.
  const { mutate } = useMutation({
    mutationFn: ({ action = '', isBackground = false }: { action?: ReadingAction; isBackground?: boolean }) =>
      changeReading(queryClient, job, action, isBackground),
    onSettled: (_, cause) => {
      const { queryKey } = readingQuery(job)
      if (!isApiError(cause, 'aborted') && (cause || queryClient.getQueryData(queryKey) === undefined))
        void refetch()
    },
  })
  const actions = useMemo(
    (): ReadingActions => ({
      retry: () => mutate({ action: '/retry' }),
      stop: () => mutate({ action: '/stop' }),
      refresh: (isBackground = false) => mutate({ isBackground }),
      ask: async (name, question) => (await askFigures(job, name, question))!.answer,
    }),
    [mutate, job],
  )
  const failure = error ?? (state && readingFailure(state, job.scope))
  const goOn = useCallback(() => void refetch(), [refetch])
  useGoingOn(failure, goOn)
  return { ...actions, state, failure, loadedAt: state?.is === 'loaded' ? dataUpdatedAt : null }
}
