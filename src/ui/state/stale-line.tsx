import type { ReactNode } from 'react'
import { LinkButton } from '#/ui/control/button.tsx'
import { Icon } from '#/ui/icon.tsx'

/** "Updated 14:03, could not refresh · Retry" */
export function StaleLine({
  children,
  retryLabel,
  onRetry,
}: {
  children: ReactNode
  retryLabel: string
  onRetry: () => void
}) {
  return (
    <span
      aria-live="polite"
      className="inline-flex min-w-0 flex-wrap items-center gap-1.5 text-13 text-warning"
    >
      <Icon name="offline" size={14} />
      <span>{children}</span>
      <span aria-hidden="true">·</span>
      <LinkButton onClick={onRetry}>{retryLabel}</LinkButton>
    </span>
  )
}

/** "first 10,000 of 23,400" */
export function PartialLine({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-13 text-text-3 tabular-nums">
      <Icon name="partial" size={14} />
      {children}
    </span>
  )
}
