import { useLayoutEffect, useRef, type FocusEvent } from 'react'

/**
 * Spread onto a box in which what was pressed gives place to something else: the focus goes to what is marked with
 * `data-takes-focus`, else to the box, instead of being lost.
 */
export const useFocusKept = <E extends HTMLElement>() => {
  const ref = useRef<E>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    const box = ref.current
    if (!had.current || box === null || document.activeElement !== document.body) return
    ;(box.querySelector<HTMLElement>('[data-takes-focus]') ?? box).focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const box = ref.current
    // The box goes too.
    return () => {
      if (box?.contains(document.activeElement))
        document.getElementById('main')?.focus({ preventScroll: true })
    }
  }, [])
  return {
    ref,
    tabIndex: -1,
    onFocus: () => {
      had.current = true
    },
    onBlur: ({ target }: FocusEvent) => {
      // What is taken away is said to lose the focus by some browsers; only what stays has given it up.
      queueMicrotask(() => {
        if (target.isConnected) had.current = ref.current?.contains(document.activeElement) ?? false
      })
    },
  }
}
