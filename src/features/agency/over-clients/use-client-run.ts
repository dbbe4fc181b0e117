import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Scope } from '#/api/client.ts'
import { isApiError, type ApiErrorKind } from '#/api/error.ts'
import { keyOf } from '#/api/keys.ts'
import { agencyRequests, createRequestQueue, patiently } from '#/api/queue.ts'
import type { ClientRead } from '#/contract/agency.ts'

/** How many clients are begun at a time: the requests of one often wait for each other. */
const CLIENTS_AT_A_TIME = 4
/** What no other client would escape either: the run ends with it. */
const CONCERNS_ALL: readonly ApiErrorKind[] = ['session-ended', 'principal-changed', 'offline']

/** Sends a request when its turn has come, and counts it. */
export type Ask = <T>(request: () => Promise<T>, signal: AbortSignal) => Promise<T>

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

/** Loads something over many clients on demand: in their order, a few at a time, counted, to be cancelled and kept. */
export const useClientRun = <R>(
  principal: string,
  clients: readonly ClientRead[],
  what: ClientLoad<R>,
): ClientRun<R> => {
  const queryClient = useQueryClient()
  const [openedAt] = useState(() => Date.now())
  const [progress, setProgress] = useState<RunProgress | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const queries = useQueries({
    queries: clients.map(({ client }) => ({
      ...queryOf(what, { principal, client }, IDLE_ASK),
      enabled: false,
    })),
  })
  const results = clients.map((client, index): ClientResult<R> => {
    const { data, error, dataUpdatedAt: at } = queries[index]!
    // The page may be opened again just before what it left behind is dropped.
    return { client, at, error, data: at > openedAt - what.keptFor ? data : undefined }
  })

  const start = (wanted: readonly ClientRead[]) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    let now: RunProgress = {
      clients: 0,
      allClients: wanted.length,
      requests: 0,
      allRequests: wanted.length * what.leastRequests,
    }
    const count = (more: Partial<RunProgress>) => {
      if (stop.signal.aborted) return
      now = { ...now, ...more }
      setProgress(now)
    }
    count({})

    const loadClient = async ({ client }: ClientRead) => {
      let asked = 0
      let answered = 0
      const ask: Ask = async (request, signal) => {
        asked++
        if (asked > what.leastRequests) count({ allRequests: now.allRequests + 1 })
        const answer = await agencyRequests.add(() => patiently(request, signal), signal)
        answered++
        count({ requests: now.requests + 1 })
        return answer
      }
      const query = queryOf(what, { principal, client }, ask)
      const giveUp = () => void queryClient.cancelQueries({ queryKey: query.queryKey })
      stop.signal.addEventListener('abort', giveUp)
      try {
        await queryClient.fetchQuery({ ...query, staleTime: 0 })
      } catch (error) {
        if (isApiError(error, ...CONCERNS_ALL)) stop.abort()
      } finally {
        stop.signal.removeEventListener('abort', giveUp)
      }
      // Those that a failure has made worthless are not asked.
      const unasked = Math.max(asked, what.leastRequests) - answered
      count({ clients: now.clients + 1, allRequests: now.allRequests - unasked })
    }
    const waiting = [...wanted]
    const next = () => (stop.signal.aborted ? undefined : waiting.shift())
    const workAll = async () => {
      await createRequestQueue(CLIENTS_AT_A_TIME).each(next, loadClient)
      if (running.current === stop) setProgress(null)
    }
    void workAll()
  }

  return {
    results,
    progress,
    start,
    cancel: () => {
      running.current?.abort()
      setProgress(null)
    },
  }
}
