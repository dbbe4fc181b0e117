import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 5 * 60_000

/** What has come, so that a page that is opened again has it at once. */
const here = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * Code that comes once the page has nothing else to do; null: not yet, or it did not come, which the page can do without.
 * What did not come for want of a network comes with it, and what a server did not give is asked for again.
 * @param fetchCode the same function each time
 * @param when it is fetched: what is wanted once nothing more can be fetched cannot wait for that
 */
export const useIdleCode = <C>(fetchCode: () => Promise<C>, when = whenIdle): C | null => {
  const [code, setCode] = useState<C | null>(() => (here.get(fetchCode) as C | undefined) ?? null)
  const isHere = code !== null
  useEffect(() => {
    if (isHere) return undefined
    const show = (fetched: C) => {
      here.set(fetchCode, fetched)
      // It may draw a lot, and the user does not wait for it.
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
        // Without a network no other try can help, and each would be an error in the console.
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
