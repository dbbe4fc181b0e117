import { useLayoutEffect, useRef } from 'react'

/** Without a page's frame, and where it went with the focus, there was nothing to pass the focus on to: it waits for the error that comes next. */
let isOwed = false

/**
 * What was pressed goes with the notice that it did away with, and so does what was about to be pressed: the focus goes to
 * what comes in its place.
 */
export const useFocusPassedOn = <E extends HTMLElement>() => {
  const box = useRef<E>(null)
  useLayoutEffect(() => {
    const shown = box.current
    const isWholePage = document.getElementById('main') === null
    if ((isOwed || isWholePage) && document.activeElement === document.body)
      shown?.querySelector('button')?.focus()
    isOwed = false
    return () => {
      if (!shown?.contains(document.activeElement)) return
      const main = document.getElementById('main')
      main?.focus({ preventScroll: true })
      isOwed = main === null
    }
  }, [])
  return box
}
