import { useEffect, useSyncExternalStore } from 'react'
import { watchable } from '#/api/transport/watched.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'

/** How many callers of a client wait, as the page that looked last has found. */
interface OpenCallers {
  readonly principal: string
  readonly client: string | null
  readonly count: number
}

const known = watchable<OpenCallers | null>(null)

/** Tells the navigation how many wait. @param count of all objects, without filters; undefined: it is not known here */
export const useTellOpenCallers = (count: number | undefined): void => {
  const { scope } = useSignedIn()
  const { principal, client } = scope
  useEffect(() => {
    if (count !== undefined) known.become({ principal, client, count })
  }, [count, principal, client])
}

/** Null: no page of this client has counted them yet. */
export const useOpenCallers = (): number | null => {
  const { scope } = useSignedIn()
  const told = useSyncExternalStore(known.on, known.now)
  return told?.principal === scope.principal && told.client === scope.client ? told.count : null
}
