import type { QueryClient } from '@tanstack/react-query'
import { hashKey, queryOptions } from '@tanstack/react-query'
import { startAnalytics, type Analytics } from '#/analytics/worker/client.ts'
import type { Job, LoadState } from '#/analytics/worker/protocol.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from '#/analytics/worker/worker.ts?worker&url'
import { errorFrom } from '#/api/error-details.ts'
import { startWorker } from '#/features/shell/trusted-worker.ts'

/** A job whose worker runs: whoever comes back to the overview finds what was loaded. */
export interface Running {
  readonly analytics: Analytics
  readonly state: () => LoadState | null
  /** When it was told, in milliseconds. */
  readonly toldAt: () => number
  /** Contacts a second since it began or went on; null: too early to say. */
  readonly speed: () => number | null
  /** When everything had come, in milliseconds; null: not yet. */
  readonly loadedAt: () => number | null
  /** The worker itself has failed. */
  readonly defect: () => Error | null
  readonly subscribe: (listener: () => void) => () => void
}

/** How long the columns of a job that nobody looks at are kept. */
const KEPT_MS = 10 * 60_000
const RUNNING = 'overview_worker'

/** Workers by the query that stands for them: they go when it goes, with the client, the session or after a while. */
const workers = new Map<string, Analytics>()
const watched = new WeakSet<QueryClient>()

const closeWithQuery = (queryClient: QueryClient) => {
  if (watched.has(queryClient)) return
  watched.add(queryClient)
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isOver =
      type === 'removed' ||
      (type === 'updated' && query.state.data === undefined && query.state.status === 'error')
    if (!isOver || query.queryKey[2] !== RUNNING) return
    workers.get(query.queryHash)?.close()
    workers.delete(query.queryHash)
  })
}

const start = (job: Job, hash: string): Running => {
  const listeners = new Set<() => void>()
  let state: LoadState | null = null
  let defect: Error | null = null
  let begun: { readonly at: number; readonly loaded: number } | null = null
  let speed: number | null = null
  let loadedAt: number | null = null
  let toldAt = Date.now()
  const measure = (next: LoadState) => {
    const now = Date.now()
    toldAt = now
    const loaded = next.current.loaded + (next.compared?.loaded ?? 0)
    if (next.is !== 'loading') begun = null
    else if (begun === null || loaded < begun.loaded) begun = { at: now, loaded }
    speed = begun === null || now === begun.at ? null : ((loaded - begun.loaded) * 1000) / (now - begun.at)
    if (next.is === 'loaded') loadedAt = now
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const analytics = startAnalytics(
    startWorker(workerUrl),
    job,
    (next) => {
      measure(next)
      state = next
      tell()
    },
    (error) => {
      defect = error
      tell()
    },
  )
  workers.get(hash)?.close()
  workers.set(hash, analytics)
  return {
    analytics,
    state: () => state,
    toldAt: () => toldAt,
    speed: () => speed,
    loadedAt: () => loadedAt,
    defect: () => defect,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * The worker of a job, one for each, begun when somebody looks. Its key has the account and the client before it, so that
 * what closes a client or a session closes its workers.
 */
export const runningQuery = (queryClient: QueryClient, job: Job) => {
  const { scope, oid, days, comparedDays } = job
  const queryKey = [scope.principal, scope.client, RUNNING, { oid, days, comparedDays }] as const
  return queryOptions({
    queryKey,
    queryFn: (): Running => {
      closeWithQuery(queryClient)
      return start(job, hashKey(queryKey))
    },
    staleTime: Infinity,
    gcTime: KEPT_MS,
    retry: false,
    structuralSharing: false,
  })
}

/** Why loading stands still, as the rest of the page knows errors; null: it does not. */
export const failureOf = (state: LoadState | null): Error | null =>
  state === null || state.error === undefined ? null : errorFrom(state.error)
