import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LoadError } from './load-error.tsx'
import { isMissingPart } from './missing-part.ts'

const KEY = () => 'part'

const Broken = ({ error, reset }: ErrorComponentProps) => {
  // Missing code concerns the whole page, and a retry wouldn't help.
  if (isMissingPart(error)) throw error
  return <LoadError error={error} onRetry={reset} className="px-4 py-3" />
}

export const PartBoundary = ({ children }: { children: ReactNode }) => (
  <CatchBoundary getResetKey={KEY} errorComponent={Broken}>
    {children}
  </CatchBoundary>
)
