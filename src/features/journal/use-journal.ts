import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
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
  /** What is asked of the service. */
  readonly filters: CallFilters
  readonly dropped: readonly string[]
  /** Changes some filters, each change a step that Back undoes. */
  readonly change: (patch: JournalPatch) => void
  /** Takes off every filter; the order stays. */
  readonly clear: () => void
}

/** The journal's filters, held by the address and, for the caller, by the history entry. */
export const useJournal = (): Journal => {
  const raw = useSearch({ strict: false })
  const { scope } = useSignedIn()
  const state = useLocation({ select: (location) => location.state })
  const caller = readCaller(state, scope)
  const navigate = useNavigate()
  const { search } = readJournalSearch(raw)
  const go = (next: JournalPatch) => {
    const { from_filter: nextCaller, ...rest } = next
    void navigate({
      to: '.',
      search: ({ client }) => ({ ...(client ? { client } : {}), ...readJournalSearch(rest).search }),
      state: keepCaller(nextCaller, scope),
      // The list scrolls in its own box and goes to its top by itself.
      resetScroll: false,
    })
  }
  return {
    search,
    caller,
    callerState: keepCaller(caller, scope),
    filters: toCallFilters(search, caller),
    dropped: state.dropped ?? [],
    change: (patch) => go({ ...search, ...(caller ? { from_filter: caller } : {}), ...patch }),
    clear: () => {
      const { order_field, order_way } = search
      go({ order_field, order_way })
    },
  }
}
