import type { QueryClient } from '@tanstack/react-query'
import type { Scope } from '#/api/client.ts'

/*
 * A failed request tells that a session or a client is lost, and the query cache is emptied then. What holds clients' data
 * outside of it, such as the overview's workers, learns of a loss here, and reports here what was refused to itself.
 */

type Forget = (isLost: (scope: Scope) => boolean, why: Error) => void

const holders = new WeakMap<QueryClient, Set<Forget>>()
const noticed = new WeakMap<QueryClient, (error: unknown) => void>()

/** @param forget discards all data of the lost scopes at once; `why` is the error for views that are open just then */
export const holdOutside = (queryClient: QueryClient, forget: Forget): void => {
  const all = holders.get(queryClient) ?? new Set()
  holders.set(queryClient, all.add(forget))
}

export const forgetOutside = (queryClient: QueryClient, ...lost: Parameters<Forget>): void => {
  for (const forget of holders.get(queryClient) ?? []) forget(...lost)
}

/** @param notice sees every error of what is loaded outside of the cache, as the cache's own `onError` sees its queries' */
export const noticeOutside = (queryClient: QueryClient, notice: (error: unknown) => void): void =>
  void noticed.set(queryClient, notice)

export const tellOutside = (queryClient: QueryClient, error: unknown): void =>
  noticed.get(queryClient)?.(error)
