import { type ReactNode, type ToggleEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#/ui/class-names.ts'
import { placeBeside } from './placement.ts'

/** What the opening button must carry. */
export type PopoverTrigger = {
  popoverTarget: string
  'aria-expanded': boolean
  'aria-haspopup': 'dialog' | 'menu' | 'listbox' | undefined
  'aria-controls': string
}

/**
 * The state behind everything that opens under a button, on the browser's own popovers: they close on Escape and on a
 * press outside, give the focus back, and stand above all else. Contents exist only while open.
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
      // The contents must be there before the browser measures and places the surface.
      onBeforeToggle: (event: ToggleEvent<HTMLElement>) => {
        const element = event.currentTarget
        if (event.target !== element || event.newState !== 'open') return
        flushSync(() => setOpen(true))
        // The browser then gives it the focus as it opens: a key pressed right after the click is not lost.
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
        // What comes too late for that, as code that is still loading.
        late.current = new MutationObserver(() => {
          if (settle()) late.current?.disconnect()
        })
        late.current.observe(element, { childList: true, subtree: true })
      },
    },
  }
}

export type PopoverProps = {
  /** The accessible name of what opens. */
  label: string
  /** The opening button: `renderTrigger={(props) => <Button {...props}>Columns</Button>}`. */
  renderTrigger: (props: PopoverTrigger) => ReactNode
  /** Which edges line up with the button's. */
  align?: 'start' | 'end'
  className?: string | undefined
  /** The contents; an element with `data-autofocus` takes the focus. */
  children: (close: () => void) => ReactNode
}

/** A small panel under its button, a sheet from below on a phone. */
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
