import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  cancelExport,
  exportError,
  exportQuery,
  isExportGone,
  isUnderWay,
  retryExport,
  startExport,
} from '#/api/exports/contact-exports.ts'
import type { ExportAnswer, ExportRequest } from '#/contract/exports/contact-exports.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import {
  currentExport,
  dismissExport,
  isFirstSave,
  onExports,
  rememberExport,
  saveExport,
} from './current-export.ts'

export type ExportState =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly answer: ExportAnswer | null }
  | { readonly is: 'finished'; readonly answer: ExportAnswer; readonly error: Error | null }
  | { readonly is: 'failed'; readonly error: Error }

/**
 * The window's export for the current account and client.
 * @param isShown whether the caller shows it: it also downloads the file, so that a failure is seen
 */
export const useExport = (isShown: boolean) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const id = useSyncExternalStore(onExports, () => currentExport(scope))
  const query = useQuery({ ...exportQuery(scope, id ?? ''), enabled: id !== null })
  const answer = id === null ? undefined : query.data
  const show = (next: ExportAnswer) => queryClient.setQueryData(exportQuery(scope, next.id).queryKey, next)
  const wanted = useRef<ExportRequest | null>(null)
  const started = useMutation({
    mutationFn: (request: ExportRequest) => {
      wanted.current = request
      return startExport(scope, request)
    },
    onSuccess: (next, request) => {
      // Cancelled before the server had answered.
      if (wanted.current !== request) return cancelExport(scope, next.id)
      show(next)
      rememberExport(scope, next.id)
      return undefined
    },
  })
  const { mutate, reset, variables, ...work } = useMutation({
    mutationFn: async ({ one, isRetry }: { one: ExportAnswer; isRetry: boolean }) =>
      isRetry ? void show(await retryExport(scope, one.id)) : saveExport(scope, one),
  })
  useEffect(() => {
    if (isShown && answer?.state === 'complete' && isFirstSave(scope, answer.id))
      mutate({ one: answer, isRetry: false })
  }, [isShown, answer, scope, mutate])

  const isGone = isExportGone(query.error)
  const error = started.error ?? (answer === undefined || isGone ? query.error : null)
  return {
    state: stateOf(
      answer,
      error,
      started.isPending || id !== null,
      // An error of the export before this one is over.
      (one) => (variables?.one.id === one.id ? work.error : null) ?? exportError(one, scope),
    ),
    progress: query,
    isSaving: work.isPending && variables?.isRetry === false,
    isStored: id !== null && !isGone,
    start: started.mutate,
    /** Asks again for what is missing. @returns false: there is no export */
    retry: (): boolean => {
      if (id === null || isGone) return false
      if (answer) mutate({ one: answer, isRetry: true })
      else void query.refetch()
      return true
    },
    save: () => answer && mutate({ one: answer, isRetry: false }),
    dismiss: () => {
      wanted.current = null
      started.reset()
      reset()
      void dismissExport(scope).catch(() => undefined)
    },
  }
}

const stateOf = (
  answer: ExportAnswer | undefined,
  error: Error | null,
  isBegun: boolean,
  errorOf: (answer: ExportAnswer) => Error | null,
): ExportState => {
  if (error !== null) return { is: 'failed', error }
  if (answer === undefined) return isBegun ? { is: 'running', answer: null } : { is: 'idle' }
  if (isUnderWay(answer)) return { is: 'running', answer }
  const why = errorOf(answer)
  return answer.state === 'failed'
    ? { is: 'failed', error: why ?? new Error('the export failed') }
    : { is: 'finished', answer, error: why }
}
