import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { filterOptionsQuery } from '#/api/filter-options.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { Journal } from '#/features/journal/use-journal.ts'

/**
 * Filters by a contact's source: by code where the service offers it, as choosing from the list does; else by
 * title.
 */
export const useSourceFilter = (
  { change }: Journal,
  oid: string | null,
): ((call: ListedCallRead) => void) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  return useCallback(
    ({ src, source }) => {
      const narrow = (isOffered: boolean) =>
        isOffered && src !== null
          ? change({ source_filter: src, source_text_filter: undefined })
          : change({ source_filter: undefined, source_text_filter: source?.title?.slice(0, 256) })
      queryClient.ensureQueryData(filterOptionsQuery(scope, oid)).then(
        ({ sources }) => narrow(sources.some(({ code }) => code === src)),
        () => narrow(false),
      )
    },
    [change, queryClient, scope, oid],
  )
}
