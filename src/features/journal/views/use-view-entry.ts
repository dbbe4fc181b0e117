import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { JournalSearch } from '#/features/shell/contact-list/search.ts'
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

/** The history entry that the journal shows. */
export const useViewEntry = (journal: Journal): ViewEntry => {
  const { href } = useLocation()
  const navigate = useNavigate()
  const [arrival] = useState(href)
  return {
    search: journal.search,
    opened: journal.view,
    isArrival: href === arrival,
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
