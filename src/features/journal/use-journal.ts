import { useLocation, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CallFilters } from '#/contract/call-filters.ts'
import { keepCaller, readCaller, type CallerState } from '#/features/shell/session/caller.ts'
import { useSignedIn } from '#/features/shell/session/use-signed-in.ts'
import { readJournalSearch, toCallFilters, type JournalSearch } from './search.ts'

export type JournalPatch = { [K in keyof CallFilters]?: CallFilters[K] | undefined }

export interface Journal {
  readonly search: JournalSearch
  readonly caller: string | undefined
  /** The caller for the history entries of links from here. */
  readonly callerState: CallerState
  /** The saved view that was opened; it stays while its filters are changed, so that the change can be kept. */
  readonly view: string | undefined
  /** What is asked of the service. */
  readonly filters: CallFilters
  readonly dropped: readonly string[]
  /**
   * Changes some filters, each change a step that Back undoes; `replace`: the same step
   * goes on, as while a text is being typed.
   */
  readonly change: (patch: JournalPatch, options?: { readonly replace?: boolean }) => void
  /** Takes off every filter; the order stays. */
  readonly clear: () => void
  /** Replaces filters and order by those of a view; undefined: by none, which is every contact. */
  readonly openView: (search: JournalSearch, view: string | undefined) => void
}

const NOTHING_DROPPED: readonly string[] = []

/** The journal's filters, held by the address and, for the caller, by the history entry. Stable until one changes. */
export const useJournal = (): Journal => {
  const { principal, client } = useSignedIn().scope
  // Both from the same entry: for a moment the route's search is still that of the one before.
  const { search: raw, state } = useLocation()
  const caller = readCaller(state, { principal, client })
  const navigate = useNavigate()
  const key = JSON.stringify(readJournalSearch(raw).search)
  const { view, dropped = NOTHING_DROPPED } = state
  return useMemo(() => {
    const scope = { principal, client }
    const search = JSON.parse(key) as JournalSearch
    const go = (next: JournalPatch, nextView: string | undefined, replace = false) => {
      const { from_filter: nextCaller, ...rest } = next
      void navigate({
        to: '.',
        search: (before) => ({
          ...(before.client ? { client: before.client } : {}),
          ...readJournalSearch(rest).search,
        }),
        state: { ...keepCaller(nextCaller, scope), ...(nextView === undefined ? {} : { view: nextView }) },
        replace,
        // The list scrolls in its own box and goes to its top by itself.
        resetScroll: false,
      })
    }
    return {
      search,
      caller,
      callerState: keepCaller(caller, scope),
      view,
      filters: toCallFilters(search, caller),
      dropped,
      change: (patch, { replace = false } = {}) =>
        go({ ...search, ...(caller ? { from_filter: caller } : {}), ...patch }, view, replace),
      clear: () => {
        const { order_field, order_way } = search
        go({ order_field, order_way }, undefined)
      },
      openView: (next, nextView) => go(next, nextView),
    }
  }, [key, caller, principal, client, view, dropped, navigate])
}
