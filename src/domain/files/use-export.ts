import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  cancelExport,
  exportError,
  exportQuery,
  isUnderWay,
  retryExport,
  startExport,
} from '#/api/exports/contact-exports.ts'
import type { ExportAnswer, ExportRequest } from '#/contract/exports/contact-exports.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import {
  currentExport,
  dismissExport,
  onExports,
  rememberExport,
  saveExport,
  saveExportOnce,
} from './current-export.ts'

export type ExportState =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly answer: ExportAnswer | null }
  | { readonly is: 'finished'; readonly answer: ExportAnswer; readonly error: Error | null }
  | { readonly is: 'failed'; readonly error: Error }

/** The window's export for the current account and client. */
export const useExport = () => {
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
  const retried = useMutation({ mutationFn: (of: string) => retryExport(scope, of), onSuccess: show })
  const saved = useMutation({ mutationFn: (one: ExportAnswer) => saveExport(scope, one) })
  const { mutate: saveOnce, ...savedOnce } = useMutation({
    mutationFn: (one: ExportAnswer) => saveExportOnce(scope, one),
  })
  const complete = answer?.state === 'complete' ? answer : null
  useEffect(() => {
    if (complete !== null) saveOnce(complete)
  }, [complete, saveOnce])

  const error = started.error ?? retried.error ?? saved.error ?? savedOnce.error ?? query.error
  return {
    state: stateOf(answer, error, started.isPending || id !== null, (one) => exportError(one, scope)),
    start: started.mutate,
    /** Requests missing data. @returns false: nothing to retry */
    retry: (): boolean => {
      if (id === null || query.error !== null) return false
      retried.mutate(id)
      return true
    },
    save: () => answer && saved.mutate(answer),
    dismiss: () => {
      wanted.current = null
      started.reset()
      retried.reset()
      saved.reset()
      savedOnce.reset()
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
