import { useSyncExternalStore } from 'react'

/* Browsers differ in events; both precede the print layout. */
const print = globalThis.matchMedia?.('print')
let isPrinting = print?.matches ?? false
const listeners = new Set<() => void>()
const update = (is: boolean) => {
  isPrinting = is
  for (const listener of listeners) listener()
}
print?.addEventListener('change', ({ matches }) => update(matches))
globalThis.addEventListener?.('beforeprint', () => update(true))
globalThis.addEventListener?.('afterprint', () => update(false))

const onPrinting = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Printed pages have no viewport to measure. */
export const isOnPaper = (): boolean => isPrinting

/** Virtual rows are rendered for print. */
export const useIsPrinting = (): boolean => useSyncExternalStore(onPrinting, isOnPaper)
