import { useSyncExternalStore } from 'react'

/** Also where a page is never idle. */
const LATEST_MS = 2000

const whenIdle = (work: () => void) => {
  // Safari has none.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: LATEST_MS })
  else setTimeout(work, 200)
}

/**
 * Code that comes after the first paint, once the page has nothing better to do, for who can do without it meanwhile.
 * @returns a hook: the code, or null before it is here and where it does not come; asked for again by whoever shows next
 */
export const idleCode = <C>(fetchCode: () => Promise<C>) => {
  let code: C | null = null
  let isAsked = false
  const listeners = new Set<() => void>()
  const ask = async () => {
    try {
      code = await fetchCode()
    } catch {
      isAsked = false
    }
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    if (!isAsked) {
      isAsked = true
      whenIdle(() => void ask())
    }
    return () => listeners.delete(listener)
  }
  return (): C | null => useSyncExternalStore(subscribe, () => code)
}
