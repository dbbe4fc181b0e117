import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { callRowQuery, type CallsPage } from '#/api/calls.ts'
import type { Scope } from '#/api/client.ts'
import { keysOf } from '#/api/keys.ts'
import type { CallRead, ListedCallRead } from '#/contract/call.ts'
import { isReadable } from '#/contract/field.ts'

/** List row with texts and managers (G5). */
export type CallRow =
  | { readonly state: 'found'; readonly row: ListedCallRead }
  | { readonly state: 'loading' }
  | { readonly state: 'missing' }
  | { readonly state: 'failed'; readonly error: unknown; readonly retry: () => void }

const shownRow = (queryClient: QueryClient, scope: Scope, call: CallRead) =>
  (['object_calls', 'all_calls'] as const)
    .flatMap((name) => queryClient.getQueriesData<CallsPage>({ queryKey: keysOf(scope, name) }))
    .flatMap(([, page]) => page?.calls.filter(isReadable) ?? [])
    .find((row) => row.id === call.id && row.obj_oid === call.obj_oid)

/** From the journal's cache, else requested (G5). */
export const useCallRow = (scope: Scope, oid: string, call: CallRead): CallRow => {
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...callRowQuery(scope, oid, call),
    initialData: () => shownRow(queryClient, scope, call),
  })
  if (data) return { state: 'found', row: data }
  if (data === null) return { state: 'missing' }
  return error ? { state: 'failed', error, retry: () => void refetch() } : { state: 'loading' }
}
