import type { ReactNode } from 'react'

/** Announces changes of its text. Keep mounted: regions that appear with text are often not read. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <output className="sr-only">{children}</output>
}
