import type { QueryClient } from '@tanstack/react-query'
import { isApiError } from '#/api/error.ts'
import { readKey } from '#/api/keys.ts'
import { filtersKey } from '#/api/roll-up/contact-count.ts'
import type { CountAnswer, CountAnswers } from './roll-up.ts'

/** What the cache holds of one client. */
export interface ClientCounts {
  readonly counts: CountAnswers
  /** The agency has lost it: nothing of it is here any more. */
  readonly isWithdrawn: boolean
}
export const NO_COUNTS: ClientCounts = { counts: new Map(), isWithdrawn: false }

export interface CountsStore {
  /** What our server keeps of the clients takes the place of what it kept before: it counts where nothing newer has come. */
  readonly keep: (kept: ReadonlyMap<string, CountAnswers>) => void
  readonly subscribe: (listener: () => void) => () => void
  readonly all: () => ReadonlyMap<string, ClientCounts>
  readonly of: (client: string) => ClientCounts
}

/**
 * The contact counts of an account's clients as the query cache holds them, by client, and those that our server keeps.
 * What is dropped from the cache, as all of a withdrawn client, is gone here.
 */
export const createCountsStore = (queryClient: QueryClient, principal: string): CountsStore => {
  const cache = queryClient.getQueryCache()
  const listeners = new Set<() => void>()
  let cached: ReadonlyMap<string, ClientCounts> = new Map()
  let kept: ReadonlyMap<string, CountAnswers> = new Map()
  let all: ReadonlyMap<string, ClientCounts> = new Map()
  let stop: (() => void) | null = null

  const together = (client: string): ClientCounts => {
    const asked = cached.get(client) ?? NO_COUNTS
    const ofServer = kept.get(client)
    if (!ofServer || asked.isWithdrawn) return asked
    const counts = new Map(ofServer)
    for (const [key, answer] of asked.counts)
      if ((counts.get(key)?.at ?? -1) <= answer.at) counts.set(key, answer)
    return { counts, isWithdrawn: false }
  }

  const put = (client: string, key: string, answer: CountAnswer | undefined, isWithdrawn: boolean) => {
    const before = cached.get(client) ?? NO_COUNTS
    const known = before.counts.get(key)
    if (known?.count === answer?.count && known?.at === answer?.at && before.isWithdrawn === isWithdrawn)
      return false
    const counts = new Map(before.counts)
    if (answer) counts.set(key, answer)
    else counts.delete(key)
    cached = new Map(cached).set(client, { counts, isWithdrawn })
    all = new Map(all).set(client, together(client))
    return true
  }
  const take = ({ queryKey, state }: ReturnType<typeof cache.getAll>[number], isGone = false) => {
    const key = readKey(queryKey)
    if (key?.name !== 'contact_count' || key.scope.principal !== principal || key.scope.client === null)
      return false
    const isCount = typeof state.data === 'number' || state.data === null
    const answer =
      isCount && !isGone ? { count: state.data as number | null, at: state.dataUpdatedAt } : undefined
    return put(
      key.scope.client,
      filtersKey(key.asked.filters),
      answer,
      isApiError(state.error, 'client-forbidden'),
    )
  }
  for (const query of cache.getAll()) take(query)

  return {
    keep: (now) => {
      if (now === kept) return
      kept = now
      all = new Map(
        [...new Set([...cached.keys(), ...kept.keys()])].map((client) => [client, together(client)]),
      )
      for (const tell of listeners) tell()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      stop ??= cache.subscribe(({ type, query }) => {
        if (type !== 'updated' && type !== 'removed') return
        if (take(query, type === 'removed')) for (const tell of listeners) tell()
      })
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = null
      }
    },
    all: () => all,
    of: (client) => all.get(client) ?? NO_COUNTS,
  }
}
