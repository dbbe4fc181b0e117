import { useEffect, useState, type RefObject } from 'react'

/** Pixels beyond those in view, and how far one scrolls until other lines are drawn. */
const BEYOND = 480
const STEP = 160

/**
 * Which of many lines of one height are drawn: those in view of a box, and some before and after. The page's tables have
 * rows in view of their own (`src/ui/table/window.ts`), with much that lines of text do not need.
 * @param line height of a line in pixels
 */
export const useLinesInView = (box: RefObject<HTMLElement | null>, count: number, line: number) => {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    // Tells the box's size at once, and whenever it changes.
    const observer = new ResizeObserver(() => setHeight(box.current?.clientHeight ?? 0))
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  // What is closed may leave fewer lines than one has scrolled by.
  const from = Math.max(Math.min(Math.floor((top - BEYOND) / line), count - 1), 0)
  const to = Math.min(Math.ceil((top + STEP + height + BEYOND) / line), count)
  return {
    /** Indexes of the lines to draw. */
    drawn: Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index),
    onScroll: () => setTop(Math.floor((box.current?.scrollTop ?? 0) / STEP) * STEP),
    /** Brings a line into view: to the middle, or no farther than it must. */
    scrollTo: (index: number, where: 'middle' | 'edge') => {
      const element = box.current
      if (!element) return
      const at = index * line
      const { scrollTop, clientHeight } = element
      if (where === 'middle') element.scrollTo({ top: at - (clientHeight - line) / 2 })
      else if (at < scrollTop) element.scrollTo({ top: at })
      else if (at + line > scrollTop + clientHeight) element.scrollTo({ top: at + line - clientHeight })
    },
  }
}
