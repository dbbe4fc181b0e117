import {
  defaultRangeExtractor,
  observeWindowOffset,
  useWindowVirtualizer,
  type Range,
} from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { useIsPrinting } from '#/ui/use-is-printing.ts'

/** Up to so many rows are all drawn: they weigh little, and the browser finds and prints them. */
const ALL_DRAWN = 100
/** Rows of a longer list beyond what is in view, before and after. */
const OVERSCAN = 4

/**
 * Chromium tells of no scrolling where the page is as far down as in the last frame. A list that was left, and came back
 * to before there was a frame without it, is one it would not tell: it looks for itself once.
 */
const observeOffset: typeof observeWindowOffset = (list, tell) => {
  const stop = observeWindowOffset(list, tell)
  const frame = requestAnimationFrame(() => tell(window.scrollY, false))
  return () => {
    cancelAnimationFrame(frame)
    stop?.()
  }
}

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
  const isPrinting = useIsPrinting()
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: sizeOf,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: top,
    observeElementOffset: observeOffset,
    scrollPaddingStart: covered.above,
    scrollPaddingEnd: covered.below,
    rangeExtractor: (range: Range) => {
      const drawn =
        count > ALL_DRAWN && !isPrinting
          ? defaultRangeExtractor(range)
          : Array.from({ length: count }, (_, index) => index)
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
