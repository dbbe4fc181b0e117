import type { ContactRows, RowRange } from '#/domain/contact-list/use-contact-rows.ts'

/** Pages around the visible ones to request, if cached. */
const MORE_PAGES = 6

/**
 * Range to request. Unchanged while its pages are the same, or all cached and covering the view: a new range
 * re-renders the whole page.
 */
export const requestedRange = (
  { pageSize, pagesOf, isAtHand }: Pick<ContactRows, 'pageSize' | 'pagesOf' | 'isAtHand'>,
  before: RowRange,
  inView: RowRange,
): RowRange => {
  if (pageSize === null) return inView
  const requested = pagesOf(before)
  const needed = pagesOf(inView)
  if (String(requested) === String(needed)) return before
  if (!needed.every(isAtHand)) return inView
  if (needed.every((page) => requested.includes(page)) && requested.every(isAtHand)) return before
  const beyond = (page = 0, way = 1) => {
    let pages = 0
    while (pages < MORE_PAGES && isAtHand(page + (pages + 1) * way)) pages++
    return pages * pageSize
  }
  return {
    start: Math.max(inView.start - beyond(needed[0], -1), 0),
    end: inView.end + beyond(needed.at(-1)),
  }
}
