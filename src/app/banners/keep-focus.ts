import { focusOn, placeIn } from '#/domain/notice/use-focus-passed-on.ts'

/** Grace period for the code that removed the element to place focus itself. */
const PATIENCE_MS = 100

/** Removed, disabled or hidden. */
const isGone = (element: HTMLElement) =>
  !element.isConnected ||
  element.matches(':disabled') ||
  !element.checkVisibility({ visibilityProperty: true })

/**
 * Restores focus when the focused element disappears: to its dialog, section or page, instead of the document's
 * start. Waits while there is no page.
 * @returns unsubscribe
 */
export const keepFocus = (): (() => void) => {
  let last: { readonly element: HTMLElement; readonly around: HTMLElement | null; wasGone: boolean } | null =
    null
  // Ancestors are unknown once removed.
  const remember = (element: EventTarget | null) => {
    last =
      element instanceof HTMLElement && element !== document.body
        ? { element, around: element.closest('dialog, section'), wasGone: false }
        : null
  }
  const take = ({ target }: FocusEvent) => remember(target)
  let soon: ReturnType<typeof setTimeout> | undefined
  const check = () => {
    soon = undefined
    if (last === null || document.activeElement !== document.body) return
    if (isGone(last.element)) {
      const { around } = last
      last.wasGone = true
      focusOn(placeIn(around))
      // Hidden with its container.
      if (document.activeElement === document.body) focusOn(null)
    } else if (last.wasGone) focusOn(last.element)
    else last = null
  }
  const lookSoon = () => {
    soon ??= setTimeout(check, PATIENCE_MS)
  }
  const lose = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget === null) lookSoon()
  }
  // Only Chromium reports removal, no browser reports hiding, and the target may appear later.
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
