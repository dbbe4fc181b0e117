/**
 * Puts a floating element under its control where the browser cannot do it by CSS (`position-area`, as in styles.css).
 * `end` lines up their right edges. Sizes and positions in CSS pixels.
 */
export function placeBeside(
  floating: HTMLElement,
  control: HTMLElement,
  align: 'start' | 'end' = 'start',
): void {
  if (typeof CSS === 'undefined' || CSS.supports('position-area', 'block-end')) return
  const box = control.getBoundingClientRect()
  const { top, left } = besides(
    box,
    { width: floating.offsetWidth, height: floating.offsetHeight },
    { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
    align,
  )
  floating.style.top = `${top}px`
  floating.style.left = `${left}px`
}

type Box = { top: number; bottom: number; left: number; right: number }
type Size = { width: number; height: number }

/** Where a floating box goes: under the control, above it when there is no room below, always inside the window. */
export function besides(
  control: Box,
  floating: Size,
  window: Size,
  align: 'start' | 'end',
): { top: number; left: number } {
  const fitsBelow = control.bottom + floating.height <= window.height
  const fitsAbove = control.top - floating.height >= 0
  const top = fitsBelow || !fitsAbove ? control.bottom : control.top - floating.height
  const left = align === 'start' ? control.left : control.right - floating.width
  return { top, left: Math.max(0, Math.min(left, window.width - floating.width)) }
}
