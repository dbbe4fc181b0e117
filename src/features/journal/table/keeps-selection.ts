import type { MouseEvent, PointerEvent } from 'react'

/** Pixels between press and release that are still a click. */
const SLACK = 4
let pressed = { x: 0, y: 0 }

/** Handlers for what holds links and buttons with text: a drag across them selects, and does not press what it ends on. */
export const keepsSelection = {
  onPointerDownCapture: ({ clientX: x, clientY: y }: PointerEvent) => {
    pressed = { x, y }
  },
  onClickCapture: (event: MouseEvent) => {
    // Pressed by a key, or by a program.
    if (event.detail === 0) return
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) < SLACK) return
    if (getSelection()?.isCollapsed !== false) return
    event.preventDefault()
    event.stopPropagation()
  },
}
