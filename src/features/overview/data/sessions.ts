import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import {
  createAnalyticsSessions,
  type AnalyticsSession,
  type AnalyticsSessions,
  type SessionView,
} from '#/analytics/session.ts'
import type { LoadJob } from '#/analytics/worker/load.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from '#/analytics/worker/worker.ts?worker&url'
import type { Scope } from '#/api/client.ts'
import { startWorker } from '#/api/trusted-worker.ts'
import { holdOutside, tellOutside } from '#/domain/session/outside-cache.ts'

const ofPages = new WeakMap<QueryClient, AnalyticsSessions>()

/** The page's workers: they go with what its query cache forgets, and tell it of a lost session or client. */
const sessionsOf = (queryClient: QueryClient): AnalyticsSessions => {
  const before = ofPages.get(queryClient)
  if (before) return before
  const sessions = createAnalyticsSessions({
    startWorker: () => startWorker(workerUrl),
    onRefused: (error) => tellOutside(queryClient, error),
  })
  ofPages.set(queryClient, sessions)
  holdOutside(queryClient, sessions.forget)
  return sessions
}

const useSessions = () => sessionsOf(useQueryClient())

/** The clock of the contacts that came last (G6), minutes east of UTC; null: none has come yet. */
export const useContactsClock = (scope: Scope, oid: string | null): number | null => {
  const { subscribe, clockOf } = useSessions()
  return useSyncExternalStore(subscribe, () => clockOf(scope, oid))
}

/**
 * The session of a job, kept as long as a component uses it: see `look` of {@link AnalyticsSessions}.
 * @param job the same object as long as its contents are the same
 */
export const useAnalyticsSession = (
  job: LoadJob,
  assumedToday: string | null,
): {
  readonly session: AnalyticsSession | undefined
  readonly view: SessionView | undefined
  /** Why there will be none before it is started again; null: nothing is wrong. */
  readonly defect: Error | null
  readonly restart: () => void
} => {
  const { subscribe, look, sessionOf, endedBy, restart } = useSessions()
  useEffect(() => look(job, assumedToday), [look, job, assumedToday])
  const session = useSyncExternalStore(subscribe, () => sessionOf(job))
  const view = useSyncExternalStore(subscribe, () => sessionOf(job)?.view())
  const ended = useSyncExternalStore(subscribe, () => endedBy(job))
  const restartJob = useCallback(() => restart(job), [restart, job])
  return { session, view, defect: view?.defect ?? ended, restart: restartJob }
}

const nothing = () => () => {}
const none = { state: null, speed: null }

/** How far a session is at this moment. */
export const useSessionProgress = (session: AnalyticsSession | undefined) => {
  const { subscribe } = useSessions()
  return useSyncExternalStore(session ? subscribe : nothing, session ? session.progress : () => none)
}
