import {
  defaultRangeExtractor,
  observeWindowOffset,
  useWindowVirtualizer,
  type Range,
} from '@tanstack/react-virtual'
import { useLayoutEffect, useState, type RefObject } from 'react'
import { useIsPrinting } from '#/ui/use-is-printing.ts'

/** Shorter lists are fully rendered: cheap, searchable and printable. */
const ALL_DRAWN = 100
/** Extra rows around the view. */
const OVERSCAN = 4

/**
 * Chromium sends no scroll event if the offset equals the last frame's, as after leaving and returning, so the
 * offset is read once.
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
 * Virtual rows in the page's scroll.
 * @param sizeOf pixels, until measured
 * @param keep row with focus, always rendered; negative: none
 * @param covered pixels of sticky bars above and below
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
    // Content above the list may resize.
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
    /** `start`: pixels from the list's top. */
    drawn: virtualizer.getVirtualItems().map(({ index, key, start }) => ({ index, key, start: start - top })),
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index),
    /** First row not covered by bars. */
    firstInView: () => virtualizer.getVirtualItemForOffset(window.scrollY + covered.above)?.index ?? 0,
    scrollToStart: () => {
      if (window.scrollY > top - covered.above) window.scrollTo({ top: top - covered.above })
    },
  }
}
