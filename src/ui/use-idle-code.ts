import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/**
 * Code that comes once the page has nothing else to do; null: not yet, or it did not come, which the page can do without.
 * What did not come for want of a network comes with it.
 * @param fetchCode the same function each time
 * @param when it is fetched: what is wanted once nothing more can be fetched cannot wait for that
 */
export const useIdleCode = <C>(fetchCode: () => Promise<C>, when = whenIdle): C | null => {
  const [code, setCode] = useState<C | null>(null)
  useEffect(() => {
    const load = () => void fetchCode().then(setCode, () => addEventListener('online', load, { once: true }))
    const stop = when(load)
    return () => {
      stop()
      removeEventListener('online', load)
    }
  }, [fetchCode, when])
  return code
}
