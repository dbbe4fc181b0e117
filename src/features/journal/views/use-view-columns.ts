import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keyOf, ofAccount } from '#/api/keys.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** What the table shows while a view with columns is open, in place of the person's usual columns. */
export interface ViewColumns {
  readonly columns: readonly string[]
  /** Changes them without saving; null: back to those of the view. */
  readonly change: (columns: readonly string[] | null) => void
}

/** Columns changed and not saved yet, by the id of their view. */
type Drafts = Readonly<Record<string, readonly string[] | undefined>>
const NOTHING: Drafts = {}
const draftsKey = (principal: string) => keyOf(ofAccount(principal), 'view_columns')

/**
 * Unsaved columns. They outlive the page, so that the way to a contact and back loses none, and go with the session:
 * the cache is where such things are, and it is emptied at sign-out.
 */
export const useColumnDrafts = () => {
  const { principal } = useSignedIn().scope
  const queryClient = useQueryClient()
  const { data: drafts = NOTHING } = useQuery<Drafts>({
    queryKey: draftsKey(principal),
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const setDraft = useCallback(
    (id: string, columns: readonly string[] | null) => {
      queryClient.setQueryData<Drafts>(draftsKey(principal), (before = NOTHING) => ({
        ...before,
        [id]: columns ?? undefined,
      }))
    },
    [queryClient, principal],
  )
  return { drafts, setDraft }
}
