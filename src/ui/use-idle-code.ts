import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 5 * 60_000

const here = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * Code loaded at idle; null: not yet, or failed. Retries when the network returns or after a server error.
 * @param fetchCode stable function
 * @param when trigger
 */
export const useIdleCode = <C>(fetchCode: () => Promise<C>, when = whenIdle): C | null => {
  const [code, setCode] = useState<C | null>(() => (here.get(fetchCode) as C | undefined) ?? null)
  const isHere = code !== null
  useEffect(() => {
    if (isHere) return undefined
    const show = (fetched: C) => {
      here.set(fetchCode, fetched)
      // Rendering may be expensive and isn't urgent.
      startTransition(() => setCode(fetched))
    }
    let isOver = false
    let wait = FIRST_WAIT_MS
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = () => {
      clearTimeout(timer)
      removeEventListener('online', load)
      void fetchCode().then(show, () => {
        if (isOver) return
        addEventListener('online', load)
        // Offline, retries would only log errors.
        if (navigator.onLine) timer = setTimeout(load, wait)
        wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      })
    }
    const stop = when(load)
    return () => {
      isOver = true
      stop()
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [fetchCode, isHere, when])
  return code
}
