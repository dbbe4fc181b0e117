import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import {
  askFigures,
  changeReading,
  readingFailure,
  readingQuery,
  recountOf,
  type FiguresJob,
  type ReadingAction,
} from '#/api/figures/figures.ts'
import type { FiguresData, FiguresName } from '#/contract/figures/answers.ts'
import { isApiError } from '#/api/error.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { onReturn, PASSING } from '#/api/transport/connection.ts'

interface ReadingActions {
  readonly retry: () => void
  readonly stop: () => void
  /** @param isBackground automatic: must not prolong the session */
  readonly refresh: (isBackground?: boolean) => void
  /** A single question. @throws ApiError */
  readonly ask: <A extends FiguresName>(name: A, question: object) => Promise<FiguresData<A>>
}

export interface FiguresReading extends ReadingActions {
  readonly state: ReadingState | null
  readonly failure: Error | null
  /** Epoch milliseconds; null: not yet. */
  readonly loadedAt: number | null
}

/** Limit of automatic resumes, to spare a failing service. */
const MOST_BY_ITSELF = 5

/** Resumes when answers arrive again, and after a renewed session or sign-in. */
export const useGoingOn = (failure: Error | null, goOn: () => void) => {
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
 * Loading state of a job's days; figures refresh as days arrive.
 * @param job referentially stable
 * @param isKnown false: don't load yet, days may change
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

  // Refusals appear as the next poll's failure.
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
