import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Kbd } from '#/ui/kbd.tsx'
import { placeBeside } from './placement.ts'

/** Crossing a toolbar shows nothing. */
const HOVER_DELAY_MS = 500
/** Time to move onto the tooltip. */
const LEAVE_DELAY_MS = 150
/** As `unavailable` of styles.css. */
const DISABLED = '[aria-disabled="true"]:not([aria-busy="true"])'

/**
 * Tooltip on hover, keyboard focus and, for its reason, a press of a disabled control; Escape hides. Must only repeat
 * the control's name or description: it isn't read out, and touch shows it of disabled controls only.
 */
export function Tooltip({
  text,
  shortcut,
  children,
}: {
  /** Undefined: none. */
  text: string | undefined
  shortcut?: string | undefined
  children: ReactNode
}) {
  const wrapper = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!shown) return undefined
    // After a tap the control may have no focus to lose.
    const hideOnPress = () => setShown(false)
    document.addEventListener('pointerdown', hideOnPress)
    return () => document.removeEventListener('pointerdown', hideOnPress)
  }, [shown])

  /** One at a time: an earlier one would act later, also on a tooltip that is gone. */
  const later = (act: () => void, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, ms)
  }
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
        if (event.pointerType === 'mouse') later(() => setShown(true), HOVER_DELAY_MS)
      }}
      onPointerLeave={() => later(hide, LEAVE_DELAY_MS)}
      onPointerDown={hide}
      onClick={({ target }) => {
        if (!(target instanceof Element) || target.closest(DISABLED) === null) return
        clearTimeout(timer.current)
        setShown(true)
      }}
      onFocus={(event) => {
        // Delayed: during the closing of a popover none can be shown.
        if (event.target.matches(':focus-visible')) later(() => setShown(true), 0)
      }}
      onBlur={hide}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape' && shown) hide()
        // A press may open an overlay, which the tooltip would block.
        if (event.key === 'Enter' || event.key === ' ') hide()
      }}
    >
      {children}
      {shown && text && (
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
