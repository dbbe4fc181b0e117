import { startTransition, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/** What has come, so that a page that is opened again has it at once. */
const here = new WeakMap<() => Promise<unknown>, unknown>()

/**
 * Code that comes once the page has nothing else to do; null: not yet, or it did not come, which the page can do without.
 * What did not come for want of a network comes with it.
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
      // What it draws may be much, and nobody waits for it.
      startTransition(() => setCode(fetched))
    }
    const load = () => void fetchCode().then(show, () => addEventListener('online', load, { once: true }))
    const stop = when(load)
    return () => {
      stop()
      removeEventListener('online', load)
    }
  }, [fetchCode, isHere, when])
  return code
}
