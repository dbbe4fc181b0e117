import { focusOn, placeAround } from '#/domain/notice/use-focus-passed-on.ts'

/** Whoever takes something away has this long to put the focus where it belongs, which is known there better than here. */
const PATIENCE_MS = 100

const isGone = (element: HTMLElement) => !element.isConnected || element.matches(':disabled')

/**
 * What has the focus can go at any time: an answer takes a row away, a filter that is off its chip. The browser then begins
 * again from the top of the document; here the focus goes to the dialog or section it was in, or to the page.
 * @returns ends it
 */
export const keepFocus = (): (() => void) => {
  const hear = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // Once it is taken out of the document nothing is around it.
    const place = placeAround(target)
    setTimeout(() => {
      if (document.activeElement === document.body && isGone(target)) focusOn(place)
    }, PATIENCE_MS)
  }
  document.addEventListener('focusout', hear)
  return () => document.removeEventListener('focusout', hear)
}
