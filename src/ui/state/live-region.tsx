import type { ReactNode } from 'react'

/** Read out when its text changes, unseen. Keep it mounted: a region that appears with its text is often not read. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <output className="sr-only">{children}</output>
}
