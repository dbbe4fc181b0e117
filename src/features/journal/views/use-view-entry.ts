import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

export interface ViewEntry {
  /** The journal is at the address that it has appeared at. */
  readonly isArrival: boolean
  /** Writes into the history entry which view it shows, as opening the view would have done. */
  readonly mark: (id: string) => void
}

export const useViewEntry = (): ViewEntry => {
  const { href } = useLocation()
  const navigate = useNavigate()
  const [arrival] = useState(href)
  return {
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
