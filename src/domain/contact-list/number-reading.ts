import { useEffect, useState } from 'react'

type Reading = typeof import('#/contract/phones/caller-search.ts')

let here: Reading | null = null
const load = async (): Promise<void> => {
  here = await import('#/contract/phones/caller-search.ts')
}

/**
 * How a number that is typed is read: it takes 30 kB, so that it is loaded then. Null until it is here, or where it cannot be
 * had: a search goes on by the digits alone.
 */
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
