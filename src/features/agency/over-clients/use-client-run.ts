import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Scope } from '#/api/client.ts'
import { keyOf } from '#/api/keys.ts'
import type { ClientRead } from '#/contract/agency.ts'
import { createLoadQueue, type Ask, type Job, type QueueState } from './load-queue.ts'

/** What is loaded of each client, one query for one. */
export interface ClientLoad<R> {
  /** In the query's key, after account and client: a client that is lost takes it along. */
  readonly name: 'runway_objects' | 'silence'
  readonly load: (scope: Scope, ask: Ask, signal: AbortSignal) => Promise<R>
  /** Requests of one client, if no list has more than a page. */
  readonly leastRequests: number
  /** How long it is not asked for again by itself, milliseconds. */
  readonly keptFor: number
}

/** How far a run is; requests of clients that are still to come are the least there will be. */
export interface RunProgress {
  readonly clients: number
  readonly allClients: number
  readonly requests: number
  readonly allRequests: number
}

/** What is here of one client. */
interface ClientResult<R> {
  readonly client: ClientRead
  readonly data: R | undefined
  /** When it came, milliseconds since 1970. */
  readonly at: number
  /** Why it, or something newer, did not come. */
  readonly error: unknown
}

export interface ClientRun<R> {
  /** In the order of the clients. */
  readonly results: readonly ClientResult<R>[]
  /** Null: nothing is under way. */
  readonly progress: RunProgress | null
  /** Loads these clients, whatever is here of them. */
  readonly start: (clients: readonly ClientRead[]) => void
  /** What has come stays. */
  readonly cancel: () => void
}

const IDLE_ASK: Ask = (request) => request()

const queryOf = <R>({ name, load, keptFor }: ClientLoad<R>, scope: Scope, ask: Ask) => ({
  queryKey: keyOf(scope, name),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<R> => load(scope, ask, signal),
  staleTime: keptFor,
  gcTime: keptFor,
  // Each request of it has been tried again by itself.
  retry: false,
  structuralSharing: false,
})

const progressOf = ({ isRunning, jobs, answered, total }: QueueState): RunProgress | null =>
  isRunning
    ? {
        clients: [...jobs.values()].filter(({ at }) => at === 'done' || at === 'failed').length,
        allClients: jobs.size,
        requests: answered,
        allRequests: total,
      }
    : null

/** What is known of clients without being loaded, and since when. */
type Known<R> = ReadonlyMap<string, { readonly data: R; readonly at: number }>

/**
 * Loads something over many clients on demand: in their order, a few at a time, counted, to be cancelled and kept.
 * @param known counts where nothing newer has been loaded
 */
export const useClientRun = <R>(
  principal: string,
  clients: readonly ClientRead[],
  what: ClientLoad<R>,
  known?: Known<R>,
): ClientRun<R> => {
  const queryClient = useQueryClient()
  const [openedAt] = useState(() => Date.now())
  const [queue] = useState(() => createLoadQueue())
  const progress = progressOf(useSyncExternalStore(queue.subscribe, queue.state))
  useEffect(() => () => queue.cancel(), [queue])

  const queries = useQueries({
    queries: clients.map(({ client }) => ({
      ...queryOf(what, { principal, client }, IDLE_ASK),
      enabled: false,
    })),
  })
  const results = clients.map((client, index): ClientResult<R> => {
    const { data, error, dataUpdatedAt: at } = queries[index]!
    // The page may be opened again just before what it left behind is dropped.
    const loaded = at > openedAt - what.keptFor ? data : undefined
    const before = known?.get(client.client)
    return before && (loaded === undefined || before.at > at)
      ? { client, error, ...before }
      : { client, at, error, data: loaded }
  })

  const jobOfClient = ({ client }: ClientRead): Job => ({
    id: client,
    least: what.leastRequests,
    needsAll: false,
    work: async (ask, signal) => {
      const query = queryOf(what, { principal, client }, ask)
      const giveUp = () => void queryClient.cancelQueries({ queryKey: query.queryKey })
      signal.addEventListener('abort', giveUp)
      try {
        await queryClient.fetchQuery({ ...query, staleTime: 0 })
      } finally {
        signal.removeEventListener('abort', giveUp)
      }
    },
  })
  return {
    results,
    progress,
    start: (wanted) => queue.start(wanted.map(jobOfClient)),
    cancel: queue.cancel,
  }
}
