import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { filterOptionsQuery } from '#/api/filter-options/filter-options.ts'
import { isByNumber } from '#/analytics/texts/caller-digits.ts'
import type { ListedCallRead } from '#/contract/call.ts'
import type { HiddenFields } from '#/domain/client/hidden-fields.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { Journal } from '#/features/journal/use-journal.ts'

/**
 * By code where the service offers it, as choosing from the list does, or where a title with digits would be
 * refused (G12); else by title. Undefined: nothing is allowed.
 */
export const sourceFilterOf = (
  { src, source }: Pick<ListedCallRead, 'src' | 'source'>,
  isOffered: boolean,
  hidden: HiddenFields,
) => {
  const title = source?.title?.slice(0, 256)
  const isRefused = isByNumber('source_text_filter', title ?? '', hidden)
  if (src !== null && (isOffered || isRefused)) return { source_filter: src, source_text_filter: undefined }
  return isRefused ? undefined : { source_filter: undefined, source_text_filter: title }
}

/** Filters by a contact's source. */
export const useSourceFilter = (
  { change }: Journal,
  oid: string | null,
  hidden: HiddenFields,
): ((call: ListedCallRead) => void) => {
  const { scope } = useSignedIn()
  const queryClient = useQueryClient()
  const place = useRef<object | null>(null)
  useEffect(() => {
    place.current = { scope, oid }
    return () => void (place.current = null)
  }, [scope, oid])
  return useCallback(
    (call) => {
      const here = place.current
      const narrow = (isOffered: boolean) => {
        // The journal has been left, or is another one.
        if (place.current !== here) return
        const filter = sourceFilterOf(call, isOffered, hidden)
        if (filter) change(filter)
      }
      queryClient.ensureQueryData(filterOptionsQuery(scope, oid)).then(
        ({ sources }) => narrow(sources.some(({ code }) => code === call.src)),
        () => narrow(false),
      )
    },
    [change, queryClient, scope, oid, hidden],
  )
}
