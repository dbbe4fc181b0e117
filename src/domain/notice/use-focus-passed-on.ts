import { useLayoutEffect, useRef } from 'react'

/** Without a page's frame, and where it went with the focus, there was nothing to pass the focus on to: it waits for the error that comes next. */
let isOwed = false

const pageMain = () => document.getElementById('main')

/** Nearest to where one was: in a dialog its field, if that is what one types in; the section; the page. */
const placeAround = (shown: HTMLElement): HTMLElement | null => {
  const around = shown.closest<HTMLElement>('dialog, section') ?? pageMain()
  if (around === null || around.tagName !== 'DIALOG') return around
  return around.querySelector<HTMLElement>('[data-takes-focus], [data-autofocus]') ?? around
}

/**
 * What was pressed goes with the notice that it did away with, and so does what was about to be pressed: the focus goes to
 * what comes in its place.
 */
export const useFocusPassedOn = <E extends HTMLElement>() => {
  const box = useRef<E>(null)
  useLayoutEffect(() => {
    const shown = box.current
    const isWholePage = pageMain() === null
    if ((isOwed || isWholePage) && document.activeElement === document.body)
      shown?.querySelector('button')?.focus()
    isOwed = false
    return () => {
      if (!shown?.contains(document.activeElement)) return
      const place = placeAround(shown)
      if (place?.matches('dialog, section:not([tabindex])')) place.tabIndex = -1
      place?.focus({ preventScroll: true })
      // The section has gone along with what it showed.
      queueMicrotask(() => {
        if (document.activeElement === document.body) pageMain()?.focus({ preventScroll: true })
      })
      isOwed = pageMain() === null
    }
  }, [])
  return box
}
