import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isOnPaper } from '#/ui/use-is-printing.ts'
import { indexOfRow } from './row-keys.ts'
import {
  moving,
  NO_VIEW,
  NOTHING_HELD,
  standing,
  type BoxSize,
  type BoxView,
  type Held,
} from './row-slots.ts'

/** Milliseconds without a scroll after which a list stands. */
const STILL_MS = 120

/**
 * The rows in view of a list that scrolls in a box of its own, which alone are drawn; all have one height and stand at
 * their own places, so that no row's coming moves another. The row on top stays there when they get another height.
 * @param row height of a row in pixels
 * @param head pixels at the top of the box that the sticky head covers
 * @param lead pixels above the rows that are scrolled with them, besides the head
 * @param stays how many of these, the last ones, stay at the top of the box and cover rows there
 * @param listKey another key is another list, which begins at its top
 * @param onRange told which rows are in view, the last one excluded
 * @param onStill told when the list stands again
 */
export const useBoxRows = ({
  box,
  count,
  row,
  head,
  lead = 0,
  stays = 0,
  listKey,
  onRange,
  onStill,
}: {
  box: RefObject<HTMLElement | null>
  count: number
  row: number
  head: number
  lead?: number
  stays?: number
  listKey: string
  onRange: (range: { readonly start: number; readonly end: number }) => void
  onStill: () => void
}) => {
  const [height, setHeight] = useState(0)
  const size = useMemo(() => ({ count, row, lead, height }), [count, row, lead, height])
  const [{ of, view }, setShown] = useState<{ of: BoxSize | null; view: BoxView }>({
    of: null,
    view: NO_VIEW,
  })
  if (of !== size) {
    const isHigher = of !== null && of.row !== row
    const offset = isHigher ? lead - stays + view.start * row : view.offset
    setShown({ of: size, view: standing(view, size, offset, NOTHING_HELD) })
  }

  const scrolled = useEffectEvent((element: HTMLElement, isStill: boolean) => {
    const next = (isStill ? standing : moving)(view, size, element.scrollTop, heldIn(element))
    if (next === view) return
    // In the frame that is scrolled, not in one after it.
    flushSync(() => {
      setShown({ of: size, view: next })
      if (isStill) onStill()
      else onRange({ start: next.start, end: next.end })
    })
  })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return undefined
    const measure = () => {
      if (!isOnPaper()) setHeight(Math.max(element.offsetHeight - head, 0))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    let still: ReturnType<typeof setTimeout> | undefined
    let lastFrame = 0
    const onScroll = () => {
      scrolled(element, false)
      clearTimeout(still)
      cancelAnimationFrame(lastFrame)
      // Frames that take longer than this are no stop: in the next one, what was scrolled meanwhile is told first.
      still = setTimeout(() => {
        lastFrame = requestAnimationFrame(() => scrolled(element, true))
      }, STILL_MS)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      clearTimeout(still)
      cancelAnimationFrame(lastFrame)
      element.removeEventListener('scroll', onScroll)
    }
  }, [box, head])

  const { start, end } = view
  const tellRange = useEffectEvent((range: Parameters<typeof onRange>[0]) => onRange(range))
  useEffect(() => {
    // Before the box is measured, and where there is nothing, no row is in view: what has been asked for stays.
    if (end > 0) tellRange({ start, end })
  }, [start, end])

  const shownRow = useRef(row)
  useLayoutEffect(() => {
    if (shownRow.current === row) return
    shownRow.current = row
    box.current?.scrollTo({ top: view.offset })
  }, [box, row, view.offset])

  const shownKey = useRef(listKey)
  useEffect(() => {
    if (shownKey.current === listKey) return
    shownKey.current = listKey
    // What is scrolled away above it stays away.
    box.current?.scrollTo({ top: Math.min(box.current.scrollTop, lead - stays) })
  }, [box, listKey, lead, stays])

  return {
    /** Indexes in view, the last one excluded. */
    range: useMemo(() => ({ start, end }), [start, end]),
    /** The rows to draw. */
    drawn: view.drawn,
    isMoving: view.isMoving,
    /** Where the list stood last: the first row, and the first that was seen whole. */
    first: Math.min(Math.max(Math.floor((view.stood - lead) / row), 0), Math.max(count - 1, 0)),
    top: Math.ceil(Math.max(view.stood + stays - lead, 0) / row),
    /** Brings a row into view, if it is not. */
    scrollTo: (index: number) => {
      const element = box.current
      if (!element) return
      const top = lead + index * row
      const { scrollTop } = element
      if (top + row >= scrollTop + height) element.scrollTo({ top: top + row - height })
      else if (top <= scrollTop + stays) element.scrollTo({ top: top - stays })
    },
  }
}

const heldIn = (element: HTMLElement): Held => {
  const { activeElement } = document
  const selection = getSelection()
  return {
    focused: activeElement !== element && element.contains(activeElement) ? indexOfRow(activeElement) : -1,
    isSelecting: selection?.isCollapsed === false && element.contains(selection.anchorNode),
  }
}
