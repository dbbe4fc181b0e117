export function placeBeside(
  floating: HTMLElement,
  control: HTMLElement,
  align: 'start' | 'end' = 'start',
): void {
  if (typeof CSS === 'undefined' || CSS.supports('position-area', 'block-end')) return
  const box = control.getBoundingClientRect()
  floating.style.maxHeight = ''
  const { top, left, height } = besides(
    box,
    { width: floating.offsetWidth, height: floating.offsetHeight },
    { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
    align,
  )
  floating.style.top = `${top}px`
  floating.style.left = `${left}px`
  if (height < floating.offsetHeight) floating.style.maxHeight = `${height}px`
}

type Box = { top: number; bottom: number; left: number; right: number }
type Size = { width: number; height: number }

/** Below the control, above if only that fits, else on the larger side; always inside the window. */
export function besides(
  control: Box,
  floating: Size,
  window: Size,
  align: 'start' | 'end',
): { top: number; left: number; height: number } {
  const [above, below] = [control.top, window.height - control.bottom]
  const isBelow = floating.height <= below || (floating.height > above && below >= above)
  const height = Math.min(floating.height, isBelow ? below : above)
  const top = isBelow ? control.bottom : control.top - height
  const left = align === 'start' ? control.left : control.right - floating.width
  return { top, height, left: Math.max(0, Math.min(left, window.width - floating.width)) }
}
