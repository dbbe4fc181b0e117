import { useCallback, useState, type RefCallback } from 'react'

type Measured = readonly [number, RefCallback<HTMLElement>]

const useMeasured = (measure: (element: HTMLElement) => number, unmeasured: number): Measured => {
  const [size, setSize] = useState(unmeasured)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined
      const update = () => setSize(measure(element))
      // Measuring at once would force layout.
      if (unmeasured !== 0) update()
      const observer = new ResizeObserver(update)
      observer.observe(element)
      return () => {
        observer.disconnect()
        setSize(unmeasured)
      }
    },
    [measure, unmeasured],
  )
  return [size, ref]
}

const widthOf = (element: HTMLElement) => element.clientWidth || Infinity
const heightOf = (element: HTMLElement) => element.offsetHeight

/** Width in pixels; Infinity before the first measure, which is when the element is there: what it holds is drawn once. */
export const useWidth = (): Measured => useMeasured(widthOf, Infinity)

/** Height in pixels; 0 before the first layout, and without the element. */
export const useHeight = (): Measured => useMeasured(heightOf, 0)
