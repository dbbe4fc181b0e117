import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/**
 * Code that comes once the page has nothing else to do; null: not yet, or it did not come, which the page can do without.
 * What did not come for want of a network comes with it.
 * @param fetchCode the same function each time
 */
export const useIdleCode = <C>(fetchCode: () => Promise<C>): C | null => {
  const [code, setCode] = useState<C | null>(null)
  useEffect(() => {
    const load = () => void fetchCode().then(setCode, () => addEventListener('online', load, { once: true }))
    const stop = whenIdle(load)
    return () => {
      stop()
      removeEventListener('online', load)
    }
  }, [fetchCode])
  return code
}
