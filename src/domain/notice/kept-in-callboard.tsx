import type { ReactNode } from 'react'
import { m } from '#/i18n/paraglide/messages.js'

/**
 * Stands beside what people make that the call-tracking service knows nothing of.
 * @param why who sees it, where there is more to say
 */
export const KeptInCallboard = ({
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
