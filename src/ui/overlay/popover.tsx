import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#/ui/class-names.ts'
import { placeBeside } from './placement.ts'

/** Props of the opening button. */
export type PopoverTrigger = {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog' | 'menu' | 'listbox' | undefined
  'aria-controls': string
}

/**
 * State of popovers, on native ones: Escape and outside press close, focus returns. Contents are mounted only
 * while open.
 */
export function usePopover(haspopup?: PopoverTrigger['aria-haspopup'], align: 'start' | 'end' = 'start') {
  const id = useId()
  const surface = useRef<HTMLElement>(null)
  const late = useRef<MutationObserver>(null)
  const [open, setOpen] = useState(false)
  return {
    open,
    close: () => surface.current?.hidePopover(),
    trigger: {
      popoverTarget: id,
      'aria-expanded': open,
      'aria-haspopup': haspopup,
      'aria-controls': id,
    } satisfies PopoverTrigger,
    surface: {
      id,
      ref: (element: HTMLElement | null) => {
        surface.current = element
      },
      popover: 'auto' as const,
      // Contents must exist before the browser measures.
      onBeforeToggle: (event: ToggleEvent<HTMLElement>) => {
        const element = event.currentTarget
        if (event.target !== element || event.newState !== 'open') return
        flushSync(() => setOpen(true))
        // Native focus on open: no key is lost after the press.
        element.querySelector('[data-autofocus]')?.setAttribute('autofocus', '')
      },
      onToggle: (event: ToggleEvent<HTMLElement>) => {
        const element = event.currentTarget
        if (event.target !== element) return
        late.current?.disconnect()
        if (event.newState === 'closed') return setOpen(false)
        const button = document.querySelector(`[popovertarget="${id}"]`)
        const settle = () => {
          if (button instanceof HTMLElement) placeBeside(element, button, align)
          const first = element.querySelector<HTMLElement>('[data-autofocus]')
          const focused = document.activeElement
          if (focused === button || focused === element || focused === document.body) first?.focus()
          return first !== null
        }
        if (settle()) return
        // For contents that load later.
        late.current = new MutationObserver(() => {
          if (settle()) late.current?.disconnect()
        })
        late.current.observe(element, { childList: true, subtree: true })
      },
    },
  }
}

export type PopoverProps = {
  label: string
  /** `renderTrigger={(props) => <Button {...props}>Columns</Button>}` */
  renderTrigger: (props: PopoverTrigger) => ReactNode
  align?: 'start' | 'end'
  className?: string | undefined
  children: (close: () => void) => ReactNode
}

export function Popover({ label, renderTrigger, align = 'start', className, children }: PopoverProps) {
  const popover = usePopover('dialog', align)
  return (
    <>
      {renderTrigger(popover.trigger)}
      <dialog
        {...popover.surface}
        aria-label={label}
        className={classNames(
          'floating sheet',
          align === 'end' && 'floating-end',
          className ?? 'p-3 phone:px-4',
        )}
      >
        {popover.open && children(popover.close)}
      </dialog>
    </>
  )
}
