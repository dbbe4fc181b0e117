import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { CallFilters } from '#/contract/call-filters.ts'
import { readJournalSearch, toCallFilters, type JournalSearch } from './search.ts'

export type JournalPatch = { [K in keyof CallFilters]?: CallFilters[K] | undefined }

export interface Journal {
  readonly search: JournalSearch
  readonly caller: string | undefined
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
  const { caller, dropped } = useLocation({ select: (location) => location.state })
  const navigate = useNavigate()
  const { search } = readJournalSearch(raw)
  const go = (next: JournalPatch) => {
    const { from_filter: nextCaller, ...rest } = next
    void navigate({
      to: '.',
      search: ({ client }) => ({ ...(client ? { client } : {}), ...readJournalSearch(rest).search }),
      state: nextCaller ? { caller: nextCaller } : {},
      // The list scrolls in its own box and goes to its top by itself.
      resetScroll: false,
    })
  }
  return {
    search,
    caller,
    filters: toCallFilters(search, caller),
    dropped: dropped ?? [],
    change: (patch) => go({ ...search, ...(caller ? { from_filter: caller } : {}), ...patch }),
    clear: () => {
      const { order_field, order_way } = search
      go({ order_field, order_way })
    },
  }
}
