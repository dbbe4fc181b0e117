import { type ReactNode, createElement, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'

export type SectionProps = {
  title: ReactNode
  level?: 2 | 3
  note?: ReactNode
  actions?: ReactNode
  /** Shows its heading alone. */
  isFolded?: boolean
  className?: string | undefined
  children: ReactNode
}

export function Section({
  title,
  level = 2,
  note,
  actions,
  isFolded = false,
  className,
  children,
}: SectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames('min-w-0 pt-3 pb-4 phone:pt-1.5 phone:pb-2', className)}
    >
      <header className="relative flex min-h-8 flex-wrap items-center gap-x-2">
        {createElement(`h${level}`, { id, className: 'text-14' }, title)}
        {note !== undefined && <span className="min-w-0 text-13 wrap-anywhere text-text-3">{note}</span>}
        {!isFolded && actions !== undefined && (
          <span className="relative ml-auto flex items-center gap-1">{actions}</span>
        )}
      </header>
      {!isFolded && children}
    </section>
  )
}
