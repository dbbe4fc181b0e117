import { type ReactNode, createElement, useId } from 'react'
import { classNames } from '#/ui/class-names.ts'
import { Icon } from '#/ui/icon.tsx'

/** The heading opens and closes the section. */
export interface Fold {
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export type SectionProps = {
  title: string
  level?: 2 | 3
  note?: ReactNode
  actions?: ReactNode
  fold?: Fold | undefined
  className?: string | undefined
  children: ReactNode
}

export function Section({ title, level = 2, note, actions, fold, className, children }: SectionProps) {
  const id = useId()
  const isOpen = fold === undefined || fold.isOpen
  return (
    <section
      aria-labelledby={id}
      className={classNames('min-w-0 pt-3 pb-4 phone:pt-1.5 phone:pb-2', className)}
    >
      <header className="relative flex min-h-8 flex-wrap items-center gap-x-2">
        {createElement(
          `h${level}`,
          { id, className: 'text-14' },
          fold ? <FoldButton {...fold} title={title} /> : title,
        )}
        {note !== undefined && <span className="min-w-0 text-13 wrap-anywhere text-text-3">{note}</span>}
        {isOpen && actions !== undefined && (
          <span className="relative ml-auto flex items-center gap-1">{actions}</span>
        )}
      </header>
      {isOpen && children}
    </section>
  )
}

const FoldButton = ({ title, isOpen, onToggle }: Fold & { title: string }) => (
  <button
    type="button"
    aria-expanded={isOpen}
    onClick={onToggle}
    className="group -ml-1 flex min-h-8 cursor-default items-center gap-1 rounded-1 after:absolute after:inset-0 touch:min-h-10"
  >
    <Icon
      name="chevron-right"
      className="shrink-0 text-text-3 group-hover:text-text group-aria-expanded:rotate-90"
    />
    {title}
  </button>
)
