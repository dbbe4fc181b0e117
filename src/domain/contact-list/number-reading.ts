import { useEffect, useState } from 'react'

type Reading = typeof import('#/contract/phones/caller-search.ts')

let here: Reading | null = null
const load = async (): Promise<void> => {
  here = await import('#/contract/phones/caller-search.ts')
}

/** Phone number parser (30 kB), loaded when typing. Null: not available, search uses digits. */
export const useNumberReading = (isTyped: boolean): Reading | null => {
  const [, setLoaded] = useState(false)
  useEffect(() => {
    if (!isTyped || here !== null) return undefined
    let isWanted = true
    load().then(
      () => isWanted && setLoaded(true),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [isTyped])
  return here
}
