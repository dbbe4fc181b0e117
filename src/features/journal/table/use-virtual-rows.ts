import { observeElementRect, useVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { RowRange } from '#/domain/contact-list/use-contact-rows.ts'

/** More rows where the list is going than where it comes from; standing, it waits for either. */
const around = ({ startIndex, endIndex, count }: Range, direction: 'forward' | 'backward' | null) => {
  const [before, after] = direction === 'forward' ? [1, 3] : direction === 'backward' ? [3, 1] : [2, 2]
  const from = Math.max(startIndex - before, 0)
  return Array.from({ length: Math.min(endIndex + after, count - 1) - from + 1 }, (_, index) => from + index)
}

/**
 * The rows in view of a list whose rows all have one height.
 * @param row height of a row in pixels
 * @param head pixels at the top of the box that the sticky head covers
 * @param onRange told which rows are in view
 */
export const useVirtualRows = (
  box: RefObject<HTMLDivElement | null>,
  count: number,
  row: number,
  head: number,
  onRange: (range: RowRange) => void,
) => {
  const direction = useRef<'forward' | 'backward' | null>(null)
  const [options] = useState(() => ({
    rangeExtractor: (range: Range) => around(range, direction.current),
    // The head covers the top of what is scrolled: rows begin below it, and fewer of them are in view.
    observeElementRect: (
      instance: Virtualizer<HTMLDivElement, Element>,
      report: (rect: { width: number; height: number }) => void,
    ) =>
      observeElementRect(instance, ({ width, height }) =>
        report({ width, height: Math.max(height - head, 0) }),
      ),
  }))
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => row,
    ...options,
    onChange: (instance) => {
      direction.current = instance.scrollDirection
      if (instance.range) onRange({ start: instance.range.startIndex, end: instance.range.endIndex + 1 })
    },
  })
  const shownRow = useRef(row)
  useLayoutEffect(() => {
    if (shownRow.current === row) return
    shownRow.current = row
    // The row that was on top stays there.
    const top = virtualizer.range?.startIndex ?? 0
    virtualizer.measure()
    virtualizer.scrollToIndex(top, { align: 'start' })
  }, [row, virtualizer])
  return virtualizer
}

/** A list with another key begins at its top. */
export const useStartAtTop = (box: RefObject<HTMLDivElement | null>, listKey: string) => {
  const shown = useRef(listKey)
  useEffect(() => {
    if (shown.current === listKey) return
    shown.current = listKey
    box.current?.scrollTo({ top: 0 })
  }, [box, listKey])
}
