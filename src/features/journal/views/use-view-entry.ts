import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readJournalSearch, type JournalSearch } from '#/features/journal/search.ts'
import type { Journal } from '#/features/journal/use-journal.ts'

export interface ViewEntry {
  readonly search: JournalSearch
  /** The mark of the view that was opened. */
  readonly opened: string | undefined
  /** It is at the address that the journal has appeared at. */
  readonly isArrival: boolean
  /** Writes which view the entry shows, as opening the view would have done. */
  readonly mark: (id: string) => void
}

/**
 * The history entry that the journal shows. Both halves come from the location: the journal's own search follows when
 * its data may load, and a view's mark beside the filters of the one before would make it look changed.
 */
export const useViewEntry = (journal: Journal): ViewEntry => {
  const { pathname, href, search, state } = useLocation()
  const navigate = useNavigate()
  const [arrival] = useState({ pathname, href })
  // On the way out the location is another page's already.
  const isHere = pathname === arrival.pathname
  return {
    search: isHere ? readJournalSearch(search).search : journal.search,
    opened: isHere ? state.view : undefined,
    isArrival: href === arrival.href,
    mark: (id) =>
      void navigate({
        to: '.',
        search: true,
        state: (before) => ({ ...before, view: id }),
        replace: true,
        resetScroll: false,
      }),
  }
}
