import { focusOn, placeIn } from '#/domain/notice/use-focus-passed-on.ts'

/** Whoever takes something away has this long to put the focus where it belongs, which is known there better than here. */
const PATIENCE_MS = 100

/** Taken away, off, or hidden while what is to come in its place is waited for. */
const isGone = (element: HTMLElement) =>
  !element.isConnected ||
  element.matches(':disabled') ||
  !element.checkVisibility({ visibilityProperty: true })

/**
 * What has the focus can go at any time: an answer takes a row away, a filter that is off its chip. The browser then begins
 * again from the top of the document; here the focus goes to the dialog or section it was in, or to the page. While there is
 * no page, as between two of them, it waits for one.
 * @returns ends it
 */
export const keepFocus = (): (() => void) => {
  let last: { readonly element: HTMLElement; readonly around: HTMLElement | null; wasGone: boolean } | null =
    null
  // Once it is taken out of the document nothing is around it.
  const remember = (element: EventTarget | null) => {
    last =
      element instanceof HTMLElement && element !== document.body
        ? { element, around: element.closest('dialog, section'), wasGone: false }
        : null
  }
  const take = ({ target }: FocusEvent) => remember(target)
  let soon: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    soon = undefined
    if (last === null || document.activeElement !== document.body) return
    if (isGone(last.element)) {
      const { around } = last
      last.wasGone = true
      focusOn(placeIn(around))
      // Hidden along with what was in it.
      if (document.activeElement === document.body) focusOn(null)
    } else if (last.wasGone) focusOn(last.element)
    // The user has clicked beside everything.
    else last = null
  }
  const lookSoon = () => {
    soon ??= setTimeout(look, PATIENCE_MS)
  }
  const lose = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) lookSoon()
  }
  // Only Chromium says that what has the focus is taken out of the document, and none that it is hidden; and what is to have
  // the focus then can come later.
  const changes = new MutationObserver(() => {
    if (last !== null) lookSoon()
  })
  remember(document.activeElement)
  changes.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', take)
  document.addEventListener('focusout', lose)
  return () => {
    clearTimeout(soon)
    changes.disconnect()
    document.removeEventListener('focusin', take)
    document.removeEventListener('focusout', lose)
  }
}
