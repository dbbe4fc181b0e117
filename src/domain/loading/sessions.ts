import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import {
  createAnalyticsSessions,
  type AnalyticsSession,
  type AnalyticsSessions,
  type SessionView,
} from '#/analytics/session.ts'
import type { ClockMoment } from '#/analytics/columns/select.ts'
import type { LoadJob } from '#/analytics/worker/load.ts'
// oxlint-disable-next-line import/default -- Vite gives the address of the built worker
import workerUrl from '#/analytics/worker/worker.ts?worker&url'
import type { Scope } from '#/api/client.ts'
import { startWorker } from '#/api/worker/trusted-worker.ts'
import { dayNumber, momentAt } from '#/contract/day.ts'
import { clockOnPage, newestContactsQuery } from '#/domain/period/contacts-clock.ts'
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

/**
 * The clock of most contacts (G6), by which it is today: of those that have all come, else of the newest ones, which are
 * asked for.
 */
export const useContactsClock = (
  scope: Scope,
  oid: string | null,
): {
  /** Minutes east of UTC; null: not known, or there is no contact. */
  readonly offset: number | null
  /** Nothing more will be learned before contacts are loaded. */
  readonly isAsked: boolean
} => {
  const { subscribe, clockOf } = useSessions()
  const loaded = useSyncExternalStore(subscribe, () => clockOf(scope, oid))
  const { data, isPending } = useQuery({
    ...newestContactsQuery(scope, oid),
    enabled: loaded === null,
    select: clockOnPage,
  })
  return { offset: loaded ?? data ?? null, isAsked: loaded !== null || !isPending }
}

/** The clock of most contacts at a moment; without one this device's. @param at milliseconds */
export const momentOn = (offset: number | null, at: number): ClockMoment => {
  const { day, minute } = momentAt(at, offset)
  return { day: dayNumber(day), minute, offset }
}

/**
 * The session of a job, kept as long as a component uses it: see `look` of {@link AnalyticsSessions}.
 * @param job the same object as long as its contents are the same
 * @param isKnown false: its days may still turn out to be others, and are not asked for
 */
export const useAnalyticsSession = (
  job: LoadJob,
  isKnown: boolean,
): {
  readonly session: AnalyticsSession | undefined
  readonly view: SessionView | undefined
  /** Why there will be none before it is started again; null: nothing is wrong. */
  readonly defect: Error | null
  readonly restart: () => void
} => {
  const { subscribe, look, sessionOf, endedBy, restart } = useSessions()
  useEffect(() => (isKnown ? look(job) : undefined), [look, job, isKnown])
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
