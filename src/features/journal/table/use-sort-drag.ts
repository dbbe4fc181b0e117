import { useState, type PointerEvent } from 'react'

/** Pixels before a press becomes a drag. */
const SLACK = 4

/**
 * Drags one thing of a list to another place, by mouse, pen or finger. The list is marked `data-sort-list`, its things
 * `data-sort-id`. Escape lets go without a change. Who cannot drag needs another way to do the same.
 * @param axis along which the list runs
 * @param onDrop called once, at the end; `to` counts places among all things
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
        // What was dragged by was not pressed.
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
    // Text is not selected on the way.
    addEventListener('selectstart', (event) => event.preventDefault(), options)
  }
  return { dragged, start }
}
