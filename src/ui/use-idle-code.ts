import { useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

/**
 * Code that comes once the page has nothing else to do; null: not yet, or it did not come, which the page can do without.
 * @param fetchCode the same function each time
 */
export const useIdleCode = <C>(fetchCode: () => Promise<C>): C | null => {
  const [code, setCode] = useState<C | null>(null)
  useEffect(
    () =>
      whenIdle(() => {
        fetchCode().then(setCode, () => undefined)
      }),
    [fetchCode],
  )
  return code
}
