import { hashKey, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, use, useCallback, useDeferredValue, useMemo } from 'react'
import { dayNumber, momentAt, type DayRange } from '#/contract/day.ts'
import { failureOf, type AnalyticsSession } from '#/analytics/session.ts'
import type { Job, LoadState } from '#/analytics/worker/load.ts'
import type { Question, Report } from '#/analytics/worker/report.ts'
import { keyOf, readKey } from '#/api/keys.ts'
import type { CountAsRule } from '#/contract/preferences.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { writeValue, type CrossFilter, type OverviewSearch } from '#/features/overview/search.ts'
import { comparedDaysOf, daysOf, questionOf, toDays } from './job.ts'
import { knownDays, WHOLE, type KnownDays } from './known-days.ts'
import { useAnalyticsSession, useContactsClock, useSessionProgress } from './sessions.ts'

/** Everything the overview's panels show, and what a click in them does. */
export interface Overview {
  /** Whose contacts of which days these are. */
  readonly job: string
  readonly search: OverviewSearch
  /** `YYYY-MM-DD` on the contacts' own clock (G6). */
  readonly today: string
  readonly days: DayRange
  readonly comparedDays: DayRange | null
  readonly question: Question
  /** How loading stood at this report; null until the worker has begun. {@link useProgress} says it as it goes. */
  readonly state: LoadState | null
  /** Of what is loaded by now; undefined before the first answer. */
  readonly report: Report | undefined
  /** Which days that is about: what comes after them is unknown, and not nothing. */
  readonly known: KnownDays
  /** The clock of {@link today} and of the question's `now`, minutes east of UTC (G6); null: no contact has come yet. */
  readonly offset: number | null
  /** Why loading stands still. What has come stays. */
  readonly failure: Error | null
  /** The worker could not start, or is no more: nothing goes on before {@link restart}. */
  readonly isBroken: boolean
  readonly restart: () => void
  /** Another number: another worker, whose versions begin anew; undefined: none has begun. */
  readonly sessionId: number | undefined
  /** When everything had come, in milliseconds; null: not yet. */
  readonly loadedAt: number | null
  /** For tables and lists of their own; null until the worker has begun. */
  readonly analytics: AnalyticsSession | null
  /** Narrows everything else to a value, or no longer when it is narrowed to that already. */
  readonly toggle: (by: CrossFilter, value: string | null) => void
  readonly change: (changes: Changes) => void
  /** As {@link change}, for how it is shown: no step of the way back. */
  readonly look: (changes: LookChanges | ((now: OverviewSearch) => LookChanges)) => void
  readonly objectTitle: (oid: string | null) => string | null
}

type Changes = Partial<Record<keyof OverviewSearch, string | undefined>>
type LookChanges = Pick<Changes, 'bucket' | 'trend_metric' | 'heat_metric' | 'as_table'>

const OverviewContext = createContext<Overview | null>(null)
export const OverviewProvider = OverviewContext.Provider

/** The overview a panel stands in. */
export const useOverview = (): Overview => {
  const overview = use(OverviewContext)
  if (overview === null) throw new Error('A panel of the overview stands outside of it')
  return overview
}

/** How loading stands at this moment, and at how many contacts a second it goes; null: too early to say. */
export const useProgress = () => useSessionProgress(useOverview().analytics ?? undefined)

/** The clock of the newest contact at a moment; without one this device's. */
const nowOn = (offset: number | null, at: number): Question['now'] => {
  const { day, minute } = momentAt(at, offset)
  return { day: dayNumber(day), minute }
}

/**
 * Drawing every panel anew waits for what the person does meanwhile. Contacts of other days, objects or clients never
 * wait: they would stand under a name that is not theirs.
 */
const useUnhurried = (latest: Overview): Overview => {
  const deferred = useDeferredValue(latest)
  return deferred.job === latest.job ? deferred : latest
}

/**
 * Loads the days of the address and answers its question, again and again while contacts come.
 * @param from the page whose address it is: what one has loaded is there for the other
 */
export const useOverviewData = (
  from: '/_app/overview' | '/_app/overview_/report' = '/_app/overview',
): Overview => {
  const navigate = useNavigate()
  const { scope } = useSignedIn()
  const search: OverviewSearch = useSearch({ from })
  const { preferences } = usePreferences()
  const oid = search.object ?? null
  const offset = useContactsClock(scope, oid)
  const today = useToday(offset)
  const days = daysOf(search, today)
  const comparedDays = comparedDaysOf(days, search.compare)
  const job = useStable<Job>({
    scope,
    oid,
    days: toDays(days),
    comparedDays: comparedDays && toDays(comparedDays),
  })
  const { session, view, defect, restart } = useAnalyticsSession(
    job,
    search.date_from === undefined ? today : null,
  )
  const state = view?.state ?? null
  const failure = defect ?? failureOf(state)

  const version = state?.version ?? 0
  const won = preferences.won_statuses ?? NO_STATUSES
  const countAs = preferences.count_as ?? NO_RULES
  // The minute moves on with what is loaded, not by itself: figures do not change under the eye.
  const question = questionOf(
    search,
    days,
    comparedDays,
    view === undefined ? null : nowOn(offset, view.toldAt),
    won,
    countAs,
  )
  const jobHash = hashKey([job])
  const { data: answered } = useQuery({
    queryKey: keyOf(scope, 'overview_report', { topic: jobHash, session: view?.id, version, question }),
    queryFn: async ({ signal }) => {
      const report = await session!.ask('report', question, signal)
      return { report, known: knownDays(state, report) }
    },
    enabled: session !== undefined && version > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    // Another question over the same contacts; never another job's, which may be another client's.
    placeholderData: (before, query) => {
      const asked = query && readKey(query.queryKey)
      return asked?.name === 'overview_report' && asked.asked.topic === jobHash ? before : undefined
    },
  })

  /** What the address says by now counts, which the panel that was clicked may not show yet. */
  const go = useCallback(
    (changes: Changes | ((now: OverviewSearch) => Changes), replace: boolean) =>
      void navigate({
        to: '/overview',
        search: (now) =>
          ({
            ...now,
            ...(typeof changes === 'function' ? changes(now as OverviewSearch) : changes),
          }) as OverviewSearch,
        resetScroll: false,
        replace,
      }),
    [navigate],
  )
  const change = useCallback<Overview['change']>((changes) => go(changes, false), [go])
  const look = useCallback<Overview['look']>((changes) => go(changes, true), [go])
  const toggle = useCallback<Overview['toggle']>(
    (by, value) =>
      go((now) => ({ [by]: now[by] === writeValue(value) ? undefined : writeValue(value) }), false),
    [go],
  )
  const rules = useStable(countAs)
  const analytics = useMemo(() => session && counting(session, rules), [session, rules])
  const titles = state?.objectTitles
  return useUnhurried({
    job: jobHash,
    search,
    today,
    days,
    comparedDays,
    question,
    state,
    report: answered?.report,
    known: answered?.known ?? WHOLE,
    offset,
    failure,
    isBroken: defect !== null,
    restart,
    sessionId: view?.id,
    loadedAt: view?.loadedAt ?? null,
    analytics: analytics ?? null,
    toggle,
    change,
    look,
    objectTitle: (oid) => (oid === null ? null : (titles?.[oid] ?? oid)),
  })
}

const NO_STATUSES: readonly string[] = []
const NO_RULES: readonly CountAsRule[] = []

/** Every answer counts names as the person has said, unless a question says otherwise. */
const counting = (session: AnalyticsSession, countAs: readonly CountAsRule[]): AnalyticsSession => ({
  ...session,
  ask: (ask, question, signal) => session.ask(ask, { countAs, ...question }, signal),
})

/** The same object as before as long as it says the same. */
const useStable = <T>(value: T): T => {
  const said = hashKey([value])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it says, and not which object it is
  return useMemo(() => value, [said])
}
