import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Kbd } from '#/ui/kbd.tsx'
import { placeBeside } from './placement.ts'

/** Long enough that crossing a toolbar shows nothing. */
const HOVER_DELAY_MS = 500
/** Long enough to reach the tooltip itself with the pointer. */
const LEAVE_DELAY_MS = 150

/**
 * Says more about the one control inside it, on hover and on keyboard focus; Escape puts it away. It must only repeat
 * what the control's own name or description says: it is not read out by itself, and a finger never sees it.
 */
export function Tooltip({
  text,
  shortcut,
  children,
}: {
  /** Undefined: there is nothing more to say just now. */
  text: string | undefined
  shortcut?: string | undefined
  children: ReactNode
}) {
  const wrapper = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  return (
    <span
      ref={wrapper}
      role="none"
      className="contents"
      onPointerEnter={(event) => {
        clearTimeout(timer.current)
        if (event.pointerType !== 'mouse') return
        timer.current = setTimeout(() => setShown(true), HOVER_DELAY_MS)
      }}
      onPointerLeave={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(hide, LEAVE_DELAY_MS)
      }}
      onPointerDown={hide}
      onFocus={(event) => {
        // Not at once: the focus may come back from a popover that is closing, and none can be shown meanwhile.
        if (event.target.matches(':focus-visible')) timer.current = setTimeout(() => setShown(true))
      }}
      onBlur={hide}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && shown) hide()
        // As by pointer: what the press may open cannot be shown while this is.
        if (event.key === 'Enter' || event.key === ' ') hide()
      }}
    >
      {children}
      {shown && text !== undefined && (
        <span
          ref={(tip) => {
            const control = wrapper.current?.firstElementChild
            if (!tip || !(control instanceof HTMLElement)) return
            tip.showPopover({ source: control })
            placeBeside(tip, control)
          }}
          popover="manual"
          aria-hidden="true"
          className="floating max-w-80 items-center gap-2 rounded-2 bg-text px-2 py-1.5 text-12 font-medium text-bg [position-area:block-end] open:inline-flex"
        >
          {text}
          {shortcut !== undefined && <Kbd inherit>{shortcut}</Kbd>}
        </span>
      )}
    </span>
  )
}
