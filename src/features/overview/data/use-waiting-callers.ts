import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { mayMiss } from '#/analytics/days.ts'
import { CALL_BACK_DAYS } from '#/analytics/evaluation/findings.ts'
import { toDays } from '#/analytics/period.ts'
import type { RecentAnnotations } from '#/api/annotations/annotations.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import { keyOf } from '#/api/keys.ts'
import { contactText, isHandled } from '#/contract/annotations/contact-text.ts'
import { addDays, dayNumber, NO_DAY, type DayRange } from '#/contract/day.ts'
import type { UnreturnedCall } from '#/contract/figures/answers.ts'
import type { Days, Filter } from '#/contract/figures/questions.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import { failedDays, isReading } from '#/domain/figures/unread-days.ts'
import { useContacts } from '#/domain/figures/use-contacts.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useHidden } from './use-hidden.ts'
import { useAddress, useOverview } from './use-overview.ts'

const NO_FILTERS: readonly Filter[] = []

/** The newest contiguous run of loaded days; null: none. */
const readDays = ({ first, last }: Days, unread: readonly Days[]): Days | null => {
  const from = Math.max(first, ...unread.map((range) => range.last + 1))
  return from > last ? null : { first: from, last }
}

/**
 * Who waits for a call back: missed in the last days, not reached since and not marked as handled, whatever
 * the page's period. Without filters the same people as on the page "Missed callers".
 * @param filters null: don't request
 */
export const useWaitingCallers = (filters: readonly Filter[] | null = NO_FILTERS) => {
  const { countAs } = useOverview('countAs')
  const lately = useLately(filters !== null)
  const { state, days, job, isStopped } = lately
  const newest = state === null ? null : readDays(job.days, isReading(state) ? state.current.unread : [])
  const read = newest !== null && newest.first <= toDays(days).last - CALL_BACK_DAYS + 1 ? newest : null
  const query = useFigures(job, 'call_backs', null, read && filters && { filters, countAs })
  const isDone = useHandled()
  const isUnknown = useHidden().metric('not_through') || query.data?.isUnknown === true
  const waiting = useMemo(
    () => query.data && (isUnknown ? [] : query.data.open.filter((one) => !isDone(one))),
    [query.data, isUnknown, isDone],
  )
  return {
    ...lately,
    /** Days failed to load, or won't be. */
    isUnread: isStopped || mayMiss(failedDays(state), toDays(days)),
    /** The days that questions can be about; null: not all of the last days yet. */
    read,
    query,
    /** Undefined: unknown yet. */
    waiting,
    /** Numbers are missing or hidden. */
    isUnknown,
  }
}

/** Of them, those who match the period and the filters of a page whose period is not over. */
export const useShownWaiting = () => {
  const { days: shown, today, filters } = useOverview('days', 'today', 'filters')
  const week = addDays(today, 1 - CALL_BACK_DAYS)
  const isPast = shown.to < today
  const isCut = shown.from > week
  const narrowing = useMemo(
    (): readonly Filter[] =>
      isCut ? [...filters, { by: 'day', first: dayNumber(shown.from), last: NO_DAY - 1 }] : filters,
    [filters, isCut, shown.from],
  )
  const callers = useWaitingCallers(isPast ? null : narrowing)
  const { waiting, query, failure, goOn, isStopped } = callers
  return {
    ...callers,
    days: { from: isCut ? shown.from : week, to: today },
    hasFilters: filters.length > 0,
    /** The period is shorter than the last days. */
    isCut,
    /** Comes with the page's own days. */
    isAwaited:
      !isPast &&
      waiting === undefined &&
      goOn === null &&
      !isStopped &&
      query.error === null &&
      failure === null,
  }
}

interface Lately {
  readonly job: FiguresJob
  readonly days: DayRange
  readonly state: ReadingState | null
  readonly failure: Error | null
  /** The page's loading was stopped, so this waits too. */
  readonly isStopped: boolean
  /** Retries; null: the page offers it. */
  readonly goOn: (() => void) | null
}

/** Contacts of the last days: the page's if it has these days, else loaded after the page's. */
const useLately = (isWanted: boolean): Lately => {
  const { days } = useOverview('days')
  const { object } = useAddress('object')
  const {
    jobOfFigures: job,
    progress,
    failure,
    loadedAt,
  } = useOverview('jobOfFigures', 'progress', 'failure', 'loadedAt')
  const hasTurn = progress?.is === 'loaded' || progress?.is === 'failed'
  const own = useContacts(
    object ?? null,
    ({ from, to }) => isWanted && hasTurn && !(days.from <= from && to <= days.to),
  )
  const isOfPage = days.from <= own.days.from && own.days.to <= days.to
  // A refresh of the page refreshes these days too.
  const refreshOwn = useEffectEvent((since: number) => {
    if (!isOfPage && own.loadedAt !== null && own.loadedAt < since) own.refresh(true)
  })
  useEffect(() => {
    if (loadedAt !== null) refreshOwn(loadedAt)
  }, [loadedAt])
  return isOfPage
    ? { job, days: own.days, state: progress, failure, isStopped: false, goOn: null }
    : {
        job: own.job,
        days: own.days,
        state: own.state,
        failure: own.failure,
        isStopped: own.state === null && progress?.is === 'stopped',
        goOn: own.goOn,
      }
}

/** Whether a caller is handled; false while annotations load, which is after the page. */
const useHandled = (): ((caller: Pick<UnreturnedCall, 'oid' | 'callId'>) => boolean) => {
  const { scope } = useSignedIn()
  const { data } = useQuery<RecentAnnotations>({
    queryKey: keyOf(scope, 'recent_annotations'),
    queryFn: async ({ client, signal }) =>
      (await import('#/api/annotations/annotations.ts')).readRecentAnnotations(client, scope, signal),
    staleTime: 20_000,
  })
  return useCallback(
    ({ oid, callId }) =>
      isHandled(data?.annotations[contactText({ oid: oid ?? '', id: callId })]?.outcome ?? null),
    [data],
  )
}
