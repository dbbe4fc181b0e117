import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { filterOptionsQuery } from '#/api/filter-options/filter-options.ts'
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
  const place = useRef<object | null>(null)
  useEffect(() => {
    place.current = { scope, oid }
    return () => void (place.current = null)
  }, [scope, oid])
  return useCallback(
    ({ src, source }) => {
      const here = place.current
      const narrow = (isOffered: boolean) => {
        // The journal has been left, or is another one.
        if (place.current !== here) return
        change(
          isOffered && src !== null
            ? { source_filter: src, source_text_filter: undefined }
            : { source_filter: undefined, source_text_filter: source?.title?.slice(0, 256) },
        )
      }
      queryClient.ensureQueryData(filterOptionsQuery(scope, oid)).then(
        ({ sources }) => narrow(sources.some(({ code }) => code === src)),
        () => narrow(false),
      )
    },
    [change, queryClient, scope, oid],
  )
}
