import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { presetRange } from '#/analytics/period.ts'
import type { MetricId } from '#/analytics/metrics.ts'
import { ApiError } from '#/api/error.ts'
import { keyOf, ofAccount } from '#/api/keys.ts'
import {
  archiveRollUpQuery,
  beginArchive,
  readIntoArchive,
  recountClient,
  type RollUpAsked,
} from '#/api/roll-up/kept-figures.ts'
import { contactCountQuery } from '#/api/roll-up/contact-count.ts'
import { createCountsStore, type ClientCounts, type CountsStore } from './client-counts.ts'
import {
  createLoadQueue,
  jobOf,
  type Job,
  type JobState,
  type LoadQueue,
  type QueueState,
} from '#/features/agency/over-clients/load-queue.ts'
import type { DayRange } from '#/contract/day.ts'
import type { PeriodPreset } from '#/contract/preferences.ts'
import { useAgencyToday } from '#/features/agency/over-clients/use-agency-today.ts'
import { useKeptFigures, type KeptFigures } from './use-kept-figures.ts'
import { createRollUp, type CountRequest, type RollUp } from './roll-up.ts'

/** What the user has chosen, for as long as the visit lasts. */
interface RollUpSettings {
  readonly metrics: readonly MetricId[]
  readonly isCompared: boolean
  readonly period: PeriodPreset | DayRange
  /** Its columns are in the table: something has been asked for. */
  readonly isShown: boolean
  /** Answers from before then count as missing: the user has asked for new ones. */
  readonly since: number
}

const FIRST: RollUpSettings = {
  metrics: ['contacts', 'missed_rate', 'target_rate'],
  isCompared: false,
  period: 'last_30_days',
  isShown: false,
  since: 0,
}

const settingsKey = (principal: string) => keyOf(ofAccount(principal), 'roll_up')

/** The figures of an agency's clients, what loads them, and what the user has chosen of them. */
export interface RollUpState {
  readonly settings: RollUpSettings
  readonly change: (settings: Partial<RollUpSettings>) => void
  /** The day it is for the clients, by which periods that roll are counted. */
  readonly today: string
  readonly rollUp: RollUp
  readonly counts: CountsStore
  readonly queue: LoadQueue
  readonly kept: KeptFigures
  /** Requests of these clients that are still to be made. */
  readonly toAsk: (clients: readonly string[], since?: number) => number
  readonly start: (clients: readonly string[], since?: number) => void
  /** Has our server read what has come since of clients whose figures it keeps; the others' are asked for again. */
  readonly update: (clients: readonly string[]) => void
  readonly retry: (client: string) => void
  /** Has our server read the days of these clients again that it could not read. */
  readonly readAgain: (clients: readonly string[]) => void
  /** Asks for more of one client, before what waits. @param name tells it from other jobs */
  readonly load: (name: string, client: string, requests: readonly CountRequest[]) => void
}

const asking =
  (
    { queryClient, principal, counts }: { queryClient: QueryClient; principal: string; counts: CountsStore },
    client: string,
    { filters }: CountRequest,
    since: number,
  ) =>
  async (signal: AbortSignal) => {
    const query = contactCountQuery({ principal, client }, filters)
    const stop = () => void queryClient.cancelQueries({ queryKey: query.queryKey, exact: true })
    signal.addEventListener('abort', stop, { once: true })
    try {
      const known = queryClient.getQueryState(query.queryKey)
      const isHere = known?.data !== undefined && known.dataUpdatedAt >= since
      // The queue itself tries again, so that a pause the service asks for holds for all.
      await queryClient.fetchQuery({ ...query, retry: false, staleTime: isHere ? Infinity : 0 })
    } catch (error) {
      // Dropped with its client, whose other request was refused: it failed for the same reason.
      throw counts.of(client).isWithdrawn ? new ApiError('client-forbidden') : error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

/** Makes our server read what it does not keep of a client's days, and counts them then. */
const updating =
  (queryClient: QueryClient, principal: string, asked: RollUpAsked, client: string, isRetry = false) =>
  async (signal: AbortSignal) => {
    await readIntoArchive({ principal, client }, asked, signal, isRetry)
    await recountClient(queryClient, principal, asked, client)
  }

/** A store that tells at most once a frame: answers come faster than the screen can show them. */
const onceAFrame = <S extends Pick<CountsStore, 'subscribe'>>(store: S): S => ({
  ...store,
  subscribe: (listener) => {
    let frame = 0
    const stop = store.subscribe(() => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        listener()
      })
    })
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  },
})

/** One for the page; leaving it ends what is under way, what has come is kept in the cache. */
export const useRollUp = (principal: string): RollUpState => {
  const queryClient = useQueryClient()
  const [counts] = useState(() => onceAFrame(createCountsStore(queryClient, principal)))
  const [queue] = useState(() => onceAFrame(createLoadQueue()))
  useEffect(() => () => queue.cancel(), [queue])

  const [settings, setSettings] = useState(
    () => queryClient.getQueryData<RollUpSettings>(settingsKey(principal)) ?? FIRST,
  )
  const { metrics, isCompared, period } = settings
  const today = useAgencyToday()
  const rollUp = useMemo(() => {
    const days = typeof period === 'string' ? presetRange(period, today) : period
    return createRollUp({ metrics, isCompared, days }, today)
  }, [metrics, isCompared, period, today])

  const kept = useKeptFigures(principal, rollUp.choice.days, today, counts)

  const state = useMemo((): RollUpState => {
    const change = (part: Partial<RollUpSettings>) => {
      const next = { ...settings, ...part }
      setSettings(next)
      // For when the page is opened again: dropped with all else when the session ends.
      const queryKey = settingsKey(principal)
      queryClient.setQueryDefaults(queryKey, { gcTime: Infinity })
      queryClient.setQueryData(queryKey, next)
    }
    const missing = (client: string, requests: readonly CountRequest[], since: number) => {
      const known = counts.of(client).counts
      return requests.filter(({ key }) => (known.get(key)?.at ?? -1) < since)
    }
    const toJob = (id: string, client: string, requests: readonly CountRequest[], since: number) =>
      jobOf(
        id,
        missing(client, requests, since).map((request) =>
          asking({ queryClient, principal, counts }, client, request, since),
        ),
      )
    /** Its figures are there soon; at the next visit they are there at once. */
    const toKeep = (job: Job, client: string): Job => {
      const { asked } = kept
      if (asked === null || job.least === 0) return job
      const work: Job['work'] = async (ask, signal) => {
        await job.work(ask, signal)
        await beginArchive({ principal, client }, asked, signal).catch(() => undefined)
        const { queryKey } = archiveRollUpQuery(principal, asked)
        void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
      }
      return { ...job, work }
    }
    return {
      settings,
      change,
      today,
      rollUp,
      counts,
      queue,
      kept,
      toAsk: (clients, since = settings.since) =>
        clients.reduce((sum, client) => sum + missing(client, rollUp.requests, since).length, 0),
      start: (clients, since = settings.since) => {
        change({ isShown: true, since })
        queue.start(clients.map((client) => toKeep(toJob(client, client, rollUp.requests, since), client)))
      },
      update: (clients) => {
        const { asked } = kept
        if (asked === null) return
        const now = Date.now()
        queue.start(
          clients.map((client) =>
            kept.accounts.get(client)?.counts
              ? jobOf(client, [updating(queryClient, principal, asked, client)])
              : // What our server cannot count is counted by the service.
                toKeep(toJob(client, client, rollUp.requests, now), client),
          ),
        )
      },
      retry: (client) => queue.add([toKeep(toJob(client, client, rollUp.requests, settings.since), client)]),
      readAgain: (clients) => {
        const { asked } = kept
        if (asked === null) return
        queue.add(
          clients.map((client) => jobOf(client, [updating(queryClient, principal, asked, client, true)])),
        )
      },
      load: (name, client, requests) => queue.add([toJob(`${name} ${client}`, client, requests, 0)]),
    }
  }, [queryClient, principal, settings, today, rollUp, counts, queue, kept])

  // What costs nothing is shown without being asked for, changes too.
  const isHere = !settings.isShown && [...kept.accounts.values()].some(({ counts: some }) => some !== null)
  const { change } = state
  useEffect(() => {
    if (isHere) change({ isShown: true, isCompared: true })
  }, [isHere, change])
  return state
}

/** What is here of one client; only who shows that client is drawn again when it changes. */
export const useClientCounts = ({ counts }: Pick<RollUpState, 'counts'>, client: string): ClientCounts =>
  useSyncExternalStore(counts.subscribe, () => counts.of(client))

export const useJob = ({ queue }: Pick<RollUpState, 'queue'>, id: string): JobState | undefined =>
  useSyncExternalStore(queue.subscribe, () => queue.state().jobs.get(id))

export const useQueueState = ({ queue }: Pick<RollUpState, 'queue'>): QueueState =>
  useSyncExternalStore(queue.subscribe, queue.state)

export const useAllCounts = ({ counts }: Pick<RollUpState, 'counts'>): ReadonlyMap<string, ClientCounts> =>
  useSyncExternalStore(counts.subscribe, counts.all)
