import {
  defaultRangeExtractor,
  observeElementRect,
  useVirtualizer,
  useWindowVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'

/*
 * The rows in view of a long table, which alone are drawn: of one that scrolls in a box of its own, and of one that
 * scrolls with the page. Rows stand at their own places, so that no row's coming moves another.
 */

type Direction = 'forward' | 'backward' | null

/** More rows where the list is going than where it comes from; standing, it waits for either. */
const around = ({ startIndex, endIndex, count }: Range, direction: Direction) => {
  const [before, after] = direction === 'forward' ? [1, 3] : direction === 'backward' ? [3, 1] : [0, 1]
  const from = Math.max(startIndex - before, 0)
  return Array.from({ length: Math.min(endIndex + after, count - 1) - from + 1 }, (_, index) => from + index)
}

/**
 * The rows in view of a list in a box, whose rows all have one height. The row on top stays there when they get another.
 * @param row height of a row in pixels
 * @param head pixels at the top of the box that the sticky head covers
 * @param lead pixels above the rows that are scrolled with them, besides the head
 * @param stays how many of these, the last ones, stay at the top of the box and cover rows there
 * @param listKey another key is another list, which begins at its top
 * @param onRange told which rows are in view, the last one excluded
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
}: {
  box: RefObject<HTMLElement | null>
  count: number
  row: number
  head: number
  lead?: number
  stays?: number
  listKey: string
  onRange: (range: { readonly start: number; readonly end: number }) => void
}) => {
  const direction = useRef<Direction>(null)
  const [options] = useState(() => ({
    rangeExtractor: (range: Range) => around(range, direction.current),
    // The head covers the top of what is scrolled: rows begin below it, and fewer of them are in view.
    observeElementRect: (
      instance: Virtualizer<HTMLElement, Element>,
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
    scrollMargin: lead,
    scrollPaddingStart: stays,
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
    const top = virtualizer.range?.startIndex ?? 0
    virtualizer.measure()
    virtualizer.scrollToIndex(top, { align: 'start' })
  }, [row, virtualizer])

  const shownKey = useRef(listKey)
  useEffect(() => {
    if (shownKey.current === listKey) return
    shownKey.current = listKey
    // What is scrolled away above it stays away.
    box.current?.scrollTo({ top: Math.min(box.current.scrollTop, lead - stays) })
  }, [box, listKey, lead, stays])

  const { range } = virtualizer
  return {
    /** Indexes in view, the last one excluded. */
    range: useMemo(() => ({ start: range?.startIndex ?? 0, end: range ? range.endIndex + 1 : 0 }), [range]),
    /** The first row that is seen whole, as soon as the list stands still. */
    top: Math.ceil(Math.max((virtualizer.scrollOffset ?? 0) + stays - lead, 0) / row),
    /** Indexes of the rows to draw. */
    drawn: virtualizer.getVirtualIndexes(),
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
  }
}

/** Up to so many rows are all drawn: they weigh little, and the browser finds and prints them. */
const ALL_DRAWN = 100
/** Rows of a longer list beyond what is in view, before and after. */
const OVERSCAN = 4

/**
 * The rows in view of a list that scrolls with the page.
 * @param sizeOf height of a row in pixels, until it is measured where it may differ
 * @param keep index of a row that stays drawn wherever the page is, because the focus is in it; negative: none
 * @param covered pixels of the window that sticky bars cover, above and below
 */
export const usePageRows = ({
  body,
  count,
  sizeOf,
  keyOf,
  keep,
  covered,
}: {
  body: RefObject<HTMLElement | null>
  count: number
  sizeOf: (index: number) => number
  keyOf: (index: number) => string
  keep: number
  covered: { readonly above: number; readonly below: number }
}) => {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () =>
      body.current && setTop(Math.round(body.current.getBoundingClientRect().top + window.scrollY))
    measure()
    // What stands above the list changes its height as it likes, and the page's with it: notes, progress.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [body])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below,
    rangeExtractor: (range: Range) => {
      const drawn =
        count > ALL_DRAWN ? defaultRangeExtractor(range) : Array.from({ length: count }, (_, index) => index)
      return keep < 0 || keep >= count || drawn.includes(keep)
        ? drawn
        : [...drawn, keep].toSorted((a, b) => a - b)
    },
  })
  return {
    height: virtualizer.getTotalSize(),
    /** The rows to draw; `start` is their distance from the list's top in pixels. */
    drawn: virtualizer.getVirtualItems().map(({ index, key, start }) => ({ index, key, start: start - top })),
    /** Given to rows whose height is their own. */
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
    /** Index of the first row that no bar covers. */
    firstInView: () => virtualizer.getVirtualItemForOffset(window.scrollY + covered.above)?.index ?? 0,
    /** To the list's first row, if the page is beyond it. */
    scrollToStart: () => {
      if (window.scrollY > top - covered.above) window.scrollTo({ top: top - covered.above })
    },
  }
}
