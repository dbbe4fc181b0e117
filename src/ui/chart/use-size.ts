import { useLayoutEffect, useState, type RefObject } from 'react'

/** In CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** How large an element is, whatever it becomes; null before it is on the page, and while it is not shown. */
export const useSize = (element: RefObject<Element | null>): Size | null => {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const measured = element.current
    if (measured === null) return undefined
    const measure = () => {
      const { width, height } = measured.getBoundingClientRect()
      setSize((before) =>
        width === 0 || height === 0
          ? null
          : before?.width === width && before.height === height
            ? before
            : { width, height },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element])
  return size
}
