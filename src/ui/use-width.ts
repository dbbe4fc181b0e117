import { useCallback, useLayoutEffect, useState, type RefCallback } from 'react'

/** Pixels from edge to edge of what has the ref, and that ref; endless until it is measured, before the first paint. */
export const useWidth = (): readonly [number, RefCallback<HTMLElement>] => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [width, setWidth] = useState(Infinity)
  useLayoutEffect(() => {
    if (!element) return undefined
    const look = () => setWidth(element.clientWidth || Infinity)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [width, useCallback((next: HTMLElement | null) => setElement(next), [])]
}
