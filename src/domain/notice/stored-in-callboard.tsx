import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'

/**
 * Note that this data is stored by Callboard, not the call-tracking service.
 * @param why extra text on visibility
 */
export const StoredInCallboard = ({
  why,
  className,
  children,
}: {
  why?: string
  className?: string
  children?: ReactNode
}) => (
  <span title={why ?? m.stored_here_why()} className={className}>
    {children ?? m.annotations_kept()}
  </span>
)
