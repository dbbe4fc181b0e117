import { useCallback, useLayoutEffect, useState, type RefCallback } from 'react'

/**
 * Number of rows that fit; Infinity if not clipped or not measured.
 * @param rowEms row height in em
 */
export const useRoom = (rowEms: number): readonly [number, RefCallback<HTMLElement>] => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    if (!element) return undefined
    const update = () => {
      const { fontSize, overflowY } = getComputedStyle(element)
      const rows = Math.floor(element.clientHeight / (rowEms * Number.parseFloat(fontSize)))
      setRoom(overflowY === 'hidden' && rows > 0 ? rows : Infinity)
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, rowEms])
  return [room, useCallback((next: HTMLElement | null) => setElement(next), [])]
}
