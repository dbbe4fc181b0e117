import { useSyncExternalStore } from 'react'

/* Some browsers tell it by the one, some by the other; before the page is laid out for paper by both. */
const print = globalThis.matchMedia?.('print')
let isPrinting = print?.matches ?? false
const listeners = new Set<() => void>()
const become = (is: boolean) => {
  isPrinting = is
  for (const listener of listeners) listener()
}
print?.addEventListener('change', ({ matches }) => become(matches))
globalThis.addEventListener?.('beforeprint', () => become(true))
globalThis.addEventListener?.('afterprint', () => become(false))

const onPrinting = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** A page on paper is as long as it is: nothing of it may be measured as if that were what is in view. */
export const isOnPaper = (): boolean => isPrinting

/** Whether the page is being put on paper: rows that are otherwise drawn as they come into view are drawn for it. */
export const useIsPrinting = (): boolean => useSyncExternalStore(onPrinting, isOnPaper)
