import { hashKey, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { createContext, use, useCallback, useDeferredValue, useMemo, useSyncExternalStore } from 'react'
import { dayNumber, momentAt, type DayRange } from '#/contract/day.ts'
import type { Analytics } from '#/analytics/worker/client.ts'
import type { Job, LoadState } from '#/analytics/worker/protocol.ts'
import type { Question, Report } from '#/analytics/worker/report.ts'
import type { CountAsRule } from '#/contract/preferences.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { writeValue, type CrossFilter, type OverviewSearch } from '#/features/overview/search.ts'
import { comparedDaysOf, daysOf, questionOf, toDays } from './job.ts'
import { knownDays, WHOLE, type KnownDays } from './known-days.ts'
import { clockQuery, failureOf, runningQuery, type Running } from './running.ts'

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
  readonly running: Running | undefined
  /** When everything had come, in milliseconds; null: not yet. */
  readonly loadedAt: number | null
  /** For tables and lists of their own; null until the worker has begun. */
  readonly analytics: Analytics | null
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

const nothing = () => () => {}
const none = () => null

/** How loading stands at this moment, and at how many contacts a second it goes; null: too early to say. */
export const useProgress = (): { readonly state: LoadState | null; readonly speed: number | null } => {
  const { running } = useOverview()
  const state = useSyncExternalStore(running?.subscribe ?? nothing, running?.progress ?? none)
  return { state, speed: running?.speed() ?? null }
}

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
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { scope } = useSignedIn()
  const search: OverviewSearch = useSearch({ from })
  const { preferences } = usePreferences()
  const oid = search.object ?? null
  const { data: offset = null } = useQuery(clockQuery(scope, oid))
  const today = useToday(offset)
  const days = daysOf(search, today)
  const comparedDays = comparedDaysOf(days, search.compare)
  const job: Job = {
    scope,
    oid,
    days: toDays(days),
    comparedDays: comparedDays && toDays(comparedDays),
  }
  const query = runningQuery(queryClient, job, search.date_from === undefined ? today : null)
  const { data: running, error: notStarted } = useQuery(query)
  const state = useSyncExternalStore(running?.subscribe ?? nothing, running?.state ?? none)
  const defect = useSyncExternalStore(running?.subscribe ?? nothing, running?.defect ?? none)
  const broken = defect ?? notStarted
  const failure = broken ?? failureOf(state)

  const version = state?.version ?? 0
  const won = preferences.won_statuses ?? NO_STATUSES
  const countAs = preferences.count_as ?? NO_RULES
  // The minute moves on with what is loaded, not by itself: figures do not change under the eye.
  const question = questionOf(
    search,
    days,
    comparedDays,
    running === undefined ? null : nowOn(offset, running.toldAt()),
    won,
    countAs,
  )
  const jobHash = hashKey([job])
  const { data: answered } = useQuery({
    queryKey: [
      scope.principal,
      scope.client,
      'overview_report',
      jobHash,
      running?.id,
      question,
      version,
    ] as const,
    queryFn: async () => {
      const report = await running!.analytics.ask('report', question)
      return { report, known: knownDays(state, report) }
    },
    enabled: running !== undefined && version > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    structuralSharing: false,
    // Another question over the same contacts; never another job's, which may be another client's.
    placeholderData: (before, query) =>
      query?.queryKey[3] === jobHash ? keepPreviousData(before) : undefined,
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
  const rules = JSON.stringify(countAs)
  const analytics = useMemo(
    () => running && counting(running.analytics, JSON.parse(rules) as CountAsRule[]),
    [running, rules],
  )
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
    isBroken: broken !== null,
    restart: () => void queryClient.resetQueries({ queryKey: query.queryKey, exact: true }),
    running,
    loadedAt: running?.loadedAt() ?? null,
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
const counting = (analytics: Analytics, countAs: readonly CountAsRule[]): Analytics => ({
  ...analytics,
  ask: (ask, question) => analytics.ask(ask, { countAs, ...question }),
})
