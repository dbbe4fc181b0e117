import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { isMissingPart } from './missing-part.ts'

const KEY = () => 'part'

const Broken = ({ error, reset }: ErrorComponentProps) => {
  // Why its code has not come is the whole page's matter, and another try meets the same answer.
  if (isMissingPart(error)) throw error
  return <LoadError error={error} onRetry={reset} className="px-4 py-3" />
}

/** A part of a page that breaks while it is drawn says so in its own place; the others go on. */
export const PartBoundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={KEY} errorComponent={Broken}>
    {children}
  </CatchBoundary>
)
