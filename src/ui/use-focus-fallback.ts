import { useLayoutEffect, useRef, type FocusEvent } from 'react'

/** Moves focus to `data-takes-focus`, else to the box, when the pressed element is replaced. */
export const useFocusFallback = <E extends HTMLElement>() => {
  const ref = useRef<E>(null)
  const had = useRef(false)
  useLayoutEffect(() => {
    const box = ref.current
    if (!had.current || box === null || document.activeElement !== document.body) return
    ;(box.querySelector<HTMLElement>('[data-takes-focus]') ?? box).focus({ preventScroll: true })
  })
  useLayoutEffect(() => {
    const box = ref.current
    // The box is removed too.
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
      // Some browsers report blur for removed elements.
      queueMicrotask(() => {
        if (target.isConnected) had.current = ref.current?.contains(document.activeElement) ?? false
      })
    },
  }
}
