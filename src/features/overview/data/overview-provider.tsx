import { replaceEqualDeep } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCreateStore } from '@tanstack/react-store'
import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { isApiError } from '#/api/error.ts'
import { jobKey } from '#/api/figures/figures.ts'
import type { ClockMoment, Days } from '#/contract/figures/questions.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { whenPainted } from '#/ui/when-painted.ts'
import { writeValue, type OverviewSearch } from '#/features/overview/search.ts'
import { useContactsClock, useLearnedClock } from '#/domain/period/contacts-clock.ts'
import { useFigures, type FiguresView } from '#/domain/figures/use-figures.ts'
import { useFiguresReading, useGoingOn } from '#/domain/figures/use-reading.ts'
import { DAY_MINUTES } from '#/contract/day.ts'
import { jobOf, questionOf } from './job.ts'
import { ALL_READ, unreadDays } from '#/domain/figures/unread-days.ts'
import { OverviewContext, useWholeOverview, type AddressChanges, type Overview } from './use-overview.ts'
import type { FirstReport, Report, ReportRest } from '#/contract/figures/answers.ts'

export const joinReport = (first: FirstReport, rest: ReportRest): Report => ({
  ...first,
  ...rest,
  tables: { ...first.tables, ...rest.tables },
})

type OverviewAddress = '/overview' | '/overview/changes' | '/overview/report' | '/overview/tools'

export const OverviewProvider = ({ at, children }: { at: OverviewAddress; children: ReactNode }) => (
  <Given overview={useOverviewData(at)}>{children}</Given>
)

const Given = ({ overview, children }: { overview: Overview; children: ReactNode }) => {
  const store = useCreateStore(overview)
  useLayoutEffect(() => store.setState(() => overview), [store, overview])
  return <OverviewContext value={store}>{children}</OverviewContext>
}

/**
 * Defers updates of panels further down into their own task, since updating all at once would block the page.
 * Other changes, such as clicks, aren't deferred.
 */
export const Later = ({ children }: { children: ReactNode }) => {
  const overview = useWholeOverview()
  const [shown, setShown] = useState(overview)
  const latest = useRef(overview)
  useLayoutEffect(() => {
    latest.current = overview
  })
  const isSameQuestion = shown.job === overview.job && shown.search === overview.search
  const isBehind = shown !== overview
  // Later changes join the pending update instead of postponing it.
  useEffect(() => {
    if (!isBehind) return undefined
    const catchUp = () => setShown((before) => (before === shown ? latest.current : before))
    return whenPainted(() => startTransition(catchUp))
  }, [isBehind, shown])
  return <Given overview={isSameQuestion ? shown : overview}>{children}</Given>
}

/** For panels that need the rest of the report: loading until it arrives; `failed` if it doesn't. */
export const Below = ({ failed = null, children }: { failed?: ReactNode; children: ReactNode }) => {
  const overview = useWholeOverview()
  const below = useMemo(() => ({ ...overview, first: overview.rest && overview.first }), [overview])
  const { rest, uncounted, state } = overview
  if (rest === undefined && uncounted !== null && state?.is !== 'loading') return failed
  return <Given overview={below}>{children}</Given>
}

/**
 * Defers re-rendering of all panels behind user input. Contacts of other days, objects or clients are never
 * deferred: they would appear under the wrong name.
 */
const useDeferredOverview = (latest: Overview): Overview => {
  const deferred = useDeferredValue(latest)
  return deferred.job === latest.job ? deferred : latest
}

/**
 * A day that has ended for most contacts may continue in other time zones.
 * @param now by the clock of most contacts shown
 * @param offset of most objects
 */
const nowIn = ({ last }: Days, now: ClockMoment | undefined, offset: number | null): ClockMoment | null => {
  if (now === undefined || now.day > last + 1) return null
  if (offset === null || now.offset === null) return now
  const at = now.day * DAY_MINUTES + now.minute + offset - now.offset
  const day = Math.floor(at / DAY_MINUTES)
  return { day, minute: at - day * DAY_MINUTES, offset }
}

/** Combines address and answers; unchanged values keep their identity. */
const useOverviewData = (at: OverviewAddress): Overview => {
  const { scope } = useSignedIn()
  const search: OverviewSearch = useSearch({ strict: false })
  const { saved } = usePreferences()
  const { offset, isSettled } = useContactsClock(scope, search.object ?? null)
  const today = useToday(offset)
  const { days, comparedDays, job } = useShared(jobOf(scope, search, today))
  const isKnown = isSettled || search.date_from !== undefined
  const reading = useFiguresReading(job, isKnown)
  useLearnedClock(scope, job.oid, reading.state)

  const request = useShared(questionOf(search, days, comparedDays, today, saved))
  const first = useFigures(job, 'report', null, isKnown ? request : null)
  const below = useFigures(job, 'report_rest', null, isKnown ? request : null)
  const { question } = useShared({ question: { ...request, now: nowIn(job.days, first.state?.now, offset) } })
  // The state that belongs to these figures, not a later one.
  const state = first.state ?? reading.state

  const rest = first.data && below.data
  const report = useMemo(
    () => (first.data && rest ? joinReport(first.data, rest) : undefined),
    [first.data, rest],
  )
  const unread = useMemo(() => (first.state ? unreadDays(first.state) : ALL_READ), [first.state])
  const uncounted = useUncounted(first, below)
  const clicks = useClicks(at)
  const { objectTitles } = useShared({ objectTitles: reading.state?.objectTitles })
  const titles = useMemo(() => new Map(objectTitles), [objectTitles])
  const objectTitle = useCallback(
    (oid: string | null) => (oid === null ? null : (titles.get(oid) ?? oid)),
    [titles],
  )
  return useDeferredOverview({
    ...question,
    ...clicks,
    jobOfFigures: job,
    job: jobKey(job),
    search,
    today,
    days,
    comparedDays,
    question,
    state,
    progress: reading.state,
    first: first.data,
    rest,
    report,
    unread,
    offset,
    failure: reading.failure,
    retry: reading.retry,
    stop: reading.stop,
    refresh: reading.refresh,
    ask: reading.ask,
    loadedAt: reading.loadedAt,
    objectTitle,
    isFormer: first.isPlaceholderData || below.isPlaceholderData,
    uncounted,
  })
}

const useUncounted = (first: FiguresView<unknown>, below: FiguresView<unknown>): Overview['uncounted'] => {
  const of = first.isError ? 'first' : 'rest'
  const { error, dataUpdatedAt, refetch } = first.isError ? first : below
  const again = useCallback(() => void refetch(), [refetch])
  useGoingOn(error, again)
  return useMemo(
    () =>
      error === null || isApiError(error, 'aborted', 'session-ended')
        ? null
        : { error, of, dataUpdatedAt, refetch },
    [error, of, dataUpdatedAt, refetch],
  )
}

/** The previous object with unchanged values retained by identity. */
const useShared = <T extends object>(value: T): T => {
  const [shared, setShared] = useState(value)
  const next = replaceEqualDeep(shared, value)
  if (next !== shared) setShared(next)
  return next
}

const useClicks = (at: OverviewAddress): Pick<Overview, 'toggle' | 'change' | 'replace'> => {
  const navigate = useNavigate()
  /** Reads the current address: the clicked panel may show an earlier one. */
  const go = useCallback(
    (changes: AddressChanges | ((now: OverviewSearch) => AddressChanges), isReplacing: boolean) =>
      void navigate({
        to: at,
        search: (now) =>
          ({
            ...now,
            ...(typeof changes === 'function' ? changes(now as OverviewSearch) : changes),
          }) as OverviewSearch,
        resetScroll: false,
        replace: isReplacing,
      }),
    [navigate, at],
  )
  const change = useCallback<Overview['change']>((changes) => go(changes, false), [go])
  const replace = useCallback<Overview['replace']>((changes) => go(changes, true), [go])
  const toggle = useCallback<Overview['toggle']>(
    (by, value) =>
      go((now) => ({ [by]: now[by] === writeValue(value) ? undefined : writeValue(value) }), false),
    [go],
  )
  return { toggle, change, replace }
}
