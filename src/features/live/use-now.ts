import { useCallback, useSyncExternalStore } from 'react'
import { currentTime } from '#/api/transport/server-facts.ts'

const TICK_MS = 1_000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
const tell = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(tell, TICK_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * Value derived from server time; re-renders only on change. One timer for the page.
 * @param select of epoch milliseconds
 */
export const useNow = <T extends string | number | boolean>(select: (now: number) => T): T =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => select(currentTime()), [select]),
  )
