import type { ReactNode, Ref } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

/** What has opened at the sheet's end would be behind its button. */
const bringIntoView = (opened: HTMLElement | null) => opened?.scrollIntoView?.({ block: 'nearest' })

/** A row that says what is chosen, and opens to its choices. */
export const OpeningRow = ({
  ref,
  name,
  value,
  open,
  onToggle,
  children,
}: {
  ref?: Ref<HTMLButtonElement>
  name: string
  /** What is chosen, in words; undefined: nothing is. */
  value: string | undefined
  open: boolean
  onToggle: () => void
  children: ReactNode
}) => (
  <div className="py-1">
    <button
      ref={ref}
      type="button"
      aria-expanded={open}
      onClick={onToggle}
      className="flex h-10 w-full items-center gap-2 text-15"
    >
      {name}
      <span
        className={
          value === undefined ? 'ml-auto text-16 text-text-3' : 'ml-auto truncate text-16 text-accent'
        }
      >
        {value ?? m.any()}
      </span>
      <Icon name={open ? 'chevron-up' : 'chevron-down'} className="mr-2.5 text-text-2" />
    </button>
    {open && (
      <div ref={bringIntoView} className="max-h-80 scroll-mb-20 overflow-auto pt-1 pb-2">
        {children}
      </div>
    )}
  </div>
)
