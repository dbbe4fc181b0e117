import type { QueryClient } from '@tanstack/react-query'
import { hashKey, queryOptions, skipToken } from '@tanstack/react-query'
import { startAnalytics, type Analytics } from '#/analytics/worker/client.ts'
import type { Job, LoadState } from '#/analytics/worker/protocol.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from '#/analytics/worker/worker.ts?worker&url'
import type { Scope } from '#/api/client.ts'
import { errorFrom } from '#/api/error-details.ts'
import { isApiError } from '#/api/error.ts'
import { startWorker } from '#/api/trusted-worker.ts'
import { dayAt } from '#/contract/day.ts'

/** A job whose worker runs: whoever comes back to the overview finds what was loaded. */
export interface Running {
  /** Another number: another worker, whose versions begin anew. */
  readonly id: number
  readonly analytics: Analytics
  /** How loading stood when the page last counted anew: at most once a second, and at once when it ends. */
  readonly state: () => LoadState | null
  /** How it stands now, for the line that says how far it is. */
  readonly progress: () => LoadState | null
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

/** Each count draws every panel: seldom enough to leave a slow machine time for the person. */
const COUNT_EVERY_MS = 1000
/** How long the columns of a job that nobody looks at are kept. */
const KEPT_MS = 10 * 60_000
const RUNNING = 'overview_worker'

/** Workers by the query that stands for them: they go when it goes, with the client, the session or after a while. */
const workers = new Map<string, Analytics>()
const watched = new WeakSet<QueryClient>()
let started = 0

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

/**
 * The clock of the contacts that came last (G6), minutes east of UTC, for the next job to begin with: what day it is there
 * is known only from an answer. It goes with the client and the session.
 */
export const clockQuery = ({ principal, client }: Scope, oid: string | null) =>
  queryOptions<number>({
    queryKey: [principal, client, 'overview_clock', oid],
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  })

/** A session or a client that is lost is noticed where every failed query is, also by a worker that nobody looks at. */
const noticeLoss = (queryClient: QueryClient, { principal, client }: Scope, error: Error | null) => {
  if (!isApiError(error, 'session-ended', 'principal-changed', 'client-forbidden')) return
  const queryKey = [principal, client, 'overview_loss'] as const
  queryClient
    .fetchQuery({ queryKey, queryFn: () => Promise.reject(error), retry: false, gcTime: 0, staleTime: 0 })
    .catch(() => {})
}

const start = (queryClient: QueryClient, job: Job, hash: string, assumedToday: string | null): Running => {
  const listeners = new Set<() => void>()
  let progress: LoadState | null = null
  let state: LoadState | null = null
  let countedAt = 0
  let uncounted: ReturnType<typeof setTimeout> | undefined
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
  const learnClock = ({ offset, is }: LoadState) => {
    if (offset === null || workers.get(hash) !== analytics) return
    const { queryKey } = clockQuery(job.scope, job.oid)
    const before = queryClient.getQueryData<number>(queryKey)
    // Its first contacts tell it soon, its last ones for good: there may be a summer's end between them.
    if (before !== undefined && is !== 'loaded') return
    queryClient.setQueryData<number>(queryKey, offset)
    if (assumedToday !== null && dayAt(Date.now(), offset) !== assumedToday) analytics.stop()
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const count = () => {
    clearTimeout(uncounted)
    uncounted = undefined
    countedAt = performance.now()
    state = progress
    tell()
  }
  /** The first contacts and the end are shown at once; what comes soon after is shown later, also when nothing follows. */
  const countSoon = ({ is }: LoadState) => {
    const left = COUNT_EVERY_MS - (performance.now() - countedAt)
    if (is !== 'loading' || state === null || state.version === 0 || left <= 0) count()
    else uncounted ??= setTimeout(count, left)
  }
  const analytics = startAnalytics(
    startWorker(workerUrl),
    job,
    (next) => {
      measure(next)
      progress = next
      countSoon(next)
      learnClock(next)
      tell()
      noticeLoss(queryClient, job.scope, failureOf(next))
    },
    (error) => {
      defect = error
      tell()
    },
  )
  workers.get(hash)?.close()
  workers.set(hash, analytics)
  return {
    id: ++started,
    analytics,
    state: () => state,
    progress: () => progress,
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
 * @param assumedToday the day it is, if its days were counted from that: where the contacts' own clock says another, they
 *   are not what was asked for, and loading stops; null: its days are chosen ones
 */
export const runningQuery = (queryClient: QueryClient, job: Job, assumedToday: string | null) => {
  const { scope, oid, days, comparedDays } = job
  const queryKey = [scope.principal, scope.client, RUNNING, { oid, days, comparedDays }] as const
  return queryOptions({
    queryKey,
    queryFn: (): Running => {
      closeWithQuery(queryClient)
      return start(queryClient, job, hashKey(queryKey), assumedToday)
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
