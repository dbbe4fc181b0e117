import { useState, type PointerEvent } from 'react'

const SLACK = 4

/**
 * Drag reordering by mouse, pen or touch; Escape cancels. Needs a keyboard alternative. Containers have
 * `data-sort-list`, items `data-sort-id`.
 * @param onDrop called once; `to` counts all items
 */
export const useSortDrag = (axis: 'x' | 'y', onDrop: (id: string, to: number) => void) => {
  const [dragged, setDragged] = useState<{ readonly id: string; readonly to: number } | null>(null)

  const start = (id: string) => (press: PointerEvent<HTMLElement>) => {
    const list = press.currentTarget.closest('[data-sort-list]')
    if (!list || press.button !== 0) return
    const listening = new AbortController()
    const options = { signal: listening.signal, capture: true }
    const at = (event: { clientX: number; clientY: number }) => (axis === 'x' ? event.clientX : event.clientY)
    let to: number | null = null
    const finish = () => {
      listening.abort()
      setDragged(null)
    }
    const placeAt = (position: number) =>
      [...list.querySelectorAll<HTMLElement>('[data-sort-id]')].filter((item) => {
        if (item.dataset['sortId'] === id) return false
        const box = item.getBoundingClientRect()
        return (axis === 'x' ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2) < position
      }).length
    addEventListener(
      'pointermove',
      (event) => {
        if (event.pointerId !== press.pointerId) return
        if (to === null && Math.abs(at(event) - at(press)) < SLACK) return
        event.preventDefault()
        to = placeAt(at(event))
        setDragged((before) => (before?.to === to ? before : { id, to: to ?? 0 }))
      },
      options,
    )
    addEventListener(
      'pointerup',
      (event) => {
        if (event.pointerId !== press.pointerId) return
        finish()
        if (to === null) return
        // The drag must not end in a click.
        addEventListener(
          'click',
          (click) => {
            click.preventDefault()
            click.stopPropagation()
          },
          { capture: true, once: true, signal: AbortSignal.timeout(50) },
        )
        onDrop(id, to)
      },
      options,
    )
    addEventListener('pointercancel', finish, options)
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        finish()
      },
      options,
    )
    // No text selection while dragging.
    addEventListener('selectstart', (event) => event.preventDefault(), options)
  }
  return { dragged, start }
}
