import { useCallback, useLayoutEffect, useState, type RefCallback } from 'react'

type Measured = readonly [number, RefCallback<HTMLElement>]

const useMeasured = (measure: (element: HTMLElement) => number, unmeasured: number): Measured => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState(unmeasured)
  useLayoutEffect(() => {
    if (!element) return undefined
    const look = () => setSize(measure(element))
    // Asked for at once, a height would lay out the whole page in the task that has just rendered it.
    if (unmeasured !== 0) look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, measure, unmeasured])
  return [size, useCallback((next: HTMLElement | null) => setElement(next), [])]
}

const widthOf = (element: HTMLElement) => element.clientWidth || Infinity
const heightOf = (element: HTMLElement) => element.offsetHeight

/** Pixels from edge to edge of what has the ref, and that ref; endless until it is measured, before the first paint. */
export const useWidth = (): Measured => useMeasured(widthOf, Infinity)

/** Pixels from top to bottom of what has the ref, and that ref; none until the first frame with it has been laid out. */
export const useHeight = (): Measured => useMeasured(heightOf, 0)
