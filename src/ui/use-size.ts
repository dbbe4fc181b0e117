import { useCallback, useLayoutEffect, useState, type RefCallback } from 'react'

type Measured = readonly [number, RefCallback<HTMLElement>]

const useMeasured = (measure: (element: HTMLElement) => number, unmeasured: number): Measured => {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [size, setSize] = useState(unmeasured)
  useLayoutEffect(() => {
    if (!element) return undefined
    const update = () => setSize(measure(element))
    // Measuring synchronously would force layout.
    if (unmeasured !== 0) update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, measure, unmeasured])
  return [size, useCallback((next: HTMLElement | null) => setElement(next), [])]
}

const widthOf = (element: HTMLElement) => element.clientWidth || Infinity
const heightOf = (element: HTMLElement) => element.offsetHeight

/** Width in pixels; Infinity before the first measure. */
export const useWidth = (): Measured => useMeasured(widthOf, Infinity)

/** Height in pixels; 0 before the first layout. */
export const useHeight = (): Measured => useMeasured(heightOf, 0)
