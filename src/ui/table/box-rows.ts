import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { isOnPaper } from '#/ui/use-is-printing.ts'
import { indexOfRow } from './row-keys.ts'
import {
  moving,
  NO_VIEW,
  NOTHING_HELD,
  settledView,
  type BoxSize,
  type BoxView,
  type Held,
} from './row-slots.ts'

/** Milliseconds without scroll events until a list is at rest. */
const STILL_MS = 120

/**
 * Virtual rows of equal height in their own scroll box, at absolute positions. The top row stays when the height
 * changes.
 * @param row pixels
 * @param head pixels covered by the sticky head
 * @param lead pixels above the rows, without the head
 * @param stays the sticky part of `lead`
 * @param listKey changing it scrolls to the top
 * @param onRange visible rows, end exclusive
 * @param onStill called at rest
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
    setShown({ of: size, view: settledView(view, size, offset, NOTHING_HELD) })
  }

  const scrolled = useEffectEvent((element: HTMLElement, isStill: boolean) => {
    const next = (isStill ? settledView : moving)(view, size, element.scrollTop, heldIn(element))
    if (next === view) return
    // In the scroll frame, not in the next.
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
      // A long frame is no rest: pending scroll events come first.
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
    // Without a measured box or rows, the previous range stays.
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
    // Keeps the part above scrolled away.
    box.current?.scrollTo({ top: Math.min(box.current.scrollTop, lead - stays) })
  }, [box, listKey, lead, stays])

  return {
    /** Visible indexes, end exclusive. */
    range: useMemo(() => ({ start, end }), [start, end]),
    drawn: view.drawn,
    isMoving: view.isMoving,
    /** First fully visible row at the last rest. */
    first: Math.min(Math.max(Math.floor((view.stood - lead) / row), 0), Math.max(count - 1, 0)),
    top: Math.ceil(Math.max(view.stood + stays - lead, 0) / row),
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
