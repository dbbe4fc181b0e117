import { useLayoutEffect, useRef } from 'react'

/** Without a page's frame, and where it went with the focus, there was nothing to pass the focus on to: it waits for the error that comes next. */
let isOwed = false

const pageMain = () => document.getElementById('main')

/** Nearest to where one was: in a dialog its field, if that is what one types in; the section; null: the page. */
export const placeIn = (around: HTMLElement | null): HTMLElement | null => {
  if (around === null || around.tagName !== 'DIALOG') return around
  return around.querySelector<HTMLElement>('[data-takes-focus], [data-autofocus]') ?? around
}

/** Puts the focus on a place, or on the page where that has gone too. */
export const focusOn = (place: HTMLElement | null): void => {
  const there = place?.isConnected === true ? place : pageMain()
  if (there?.matches('dialog, section:not([tabindex])')) there.tabIndex = -1
  there?.focus({ preventScroll: true })
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
      focusOn(placeIn(shown.closest<HTMLElement>('dialog, section')))
      // The section has gone along with what it showed.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusOn(null)
      })
      isOwed = pageMain() === null
    }
  }, [])
  return box
}
