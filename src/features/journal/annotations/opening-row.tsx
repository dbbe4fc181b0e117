import type { ReactNode, Ref } from 'react'
import { m } from '#/i18n/paraglide/messages.js'
import { Icon } from '#/ui/icon.tsx'

/** Scrolls opened content out from behind the sheet's button. */
const keepInView = (opened: HTMLElement | null) => {
  if (opened === null) return undefined
  const grown = new ResizeObserver(() => opened.scrollIntoView?.({ block: 'nearest' }))
  grown.observe(opened)
  return () => grown.disconnect()
}

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
      <div ref={keepInView} className="scroll-mb-20 pt-1 pb-2">
        {children}
      </div>
    )}
  </div>
)
