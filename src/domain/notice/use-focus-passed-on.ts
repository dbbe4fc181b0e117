import { useLayoutEffect, useRef } from 'react'

/** The focus target disappeared with the frame: the next error takes focus. */
let isOwed = false

const pageMain = () => document.getElementById('main')

/** Nearest focus target: a dialog's field, the section; null: the page. */
export const placeIn = (around: HTMLElement | null): HTMLElement | null => {
  if (around === null || around.tagName !== 'DIALOG') return around
  return around.querySelector<HTMLElement>('[data-takes-focus], [data-autofocus]') ?? around
}

/** Focuses an element, or the page if it is gone. */
export const focusOn = (place: HTMLElement | null): void => {
  const there = place?.isConnected === true ? place : pageMain()
  if (there?.matches('dialog, section:not([tabindex])')) there.tabIndex = -1
  there?.focus({ preventScroll: true })
}

/** Moves focus from a disappearing notice to what replaces it. */
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
      // The section is gone too.
      queueMicrotask(() => {
        if (document.activeElement === document.body) focusOn(null)
      })
      isOwed = pageMain() === null
    }
  }, [])
  return box
}
