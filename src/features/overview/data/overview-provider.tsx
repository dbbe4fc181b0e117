import { hashKey, replaceEqualDeep, useQuery, type QueryKey } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
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
import { failureOf, type AnalyticsSession } from '#/analytics/session.ts'
import type { LoadJob } from '#/analytics/worker/load.ts'
import { wholeReport } from '#/analytics/worker/report.ts'
import { keyOf, readKey } from '#/api/keys.ts'
import { clockSkew } from '#/api/transport/server-facts.ts'
import type { Scope } from '#/api/client.ts'
import type { CountAsRule } from '#/contract/preferences.ts'
import { usePreferences } from '#/domain/preferences/use-preferences.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import { useToday } from '#/domain/period/use-today.ts'
import { whenIdle } from '#/ui/when-idle.ts'
import { writeValue, type OverviewSearch } from '#/features/overview/search.ts'
import { useGoingOn } from '#/domain/loading/use-going-on.ts'
import { same } from '#/domain/loading/use-worker-answer.ts'
import { comparedWith, daysOf, questionOf } from './job.ts'
import { toDays } from '#/analytics/period.ts'
import { ALL_READ, unreadDays } from '#/domain/loading/unread-days.ts'
import {
  Parts,
  ReadContext,
  useOverview,
  WholeContext,
  type AddressChanges,
  type Overview,
} from './use-overview.ts'
import { momentOn, useAnalyticsSession, useContactsClock } from '#/domain/loading/sessions.ts'

type OverviewRoute = '/_app/overview' | '/_app/overview_/report'

/**
 * Loads the days of the address and answers its question for the panels inside, again and again while contacts come.
 * @param from the page whose address it is: what one has loaded is there for the other
 */
export const OverviewProvider = ({ from, children }: { from: OverviewRoute; children: ReactNode }) => {
  const overview = useOverviewData(from)
  const shown = useRef(overview)
  useLayoutEffect(() => {
    shown.current = overview
  })
  const read = useCallback(() => shown.current, [])
  return (
    <ReadContext value={read}>
      <Given overview={overview}>{children}</Given>
    </ReadContext>
  )
}

const Given = ({ overview, children }: { overview: Overview; children: ReactNode }) => {
  const { search, first, rest, unread } = overview
  return (
    <WholeContext value={overview}>
      <Parts.AddressParts value={search}>
        <Parts.QuestionParts value={overview}>
          <Parts.LoadingParts value={overview}>
            <Parts.ReportParts value={{ ...first, heat: rest?.heat, unread }}>
              <Parts.TableParts value={{ ...first?.tables, ...rest?.tables }}>{children}</Parts.TableParts>
            </Parts.ReportParts>
          </Parts.LoadingParts>
        </Parts.QuestionParts>
      </Parts.AddressParts>
    </WholeContext>
  )
}

/**
 * What stands further down shows what more has come in a task of its own, after what stands above it: all panels at once
 * would hold up the page. What is asked otherwise, a click say, waits for nothing.
 */
export const Later = ({ children }: { children: ReactNode }) => {
  const overview = useOverview()
  const [shown, setShown] = useState(overview)
  const latest = useRef(overview)
  useLayoutEffect(() => {
    latest.current = overview
  })
  const isSameQuestion = shown.job === overview.job && shown.search === overview.search
  const isBehind = shown !== overview
  // What comes while it waits goes along, instead of putting it off again.
  useEffect(() => {
    if (!isBehind) return undefined
    const catchUp = () => setShown((before) => (before === shown ? latest.current : before))
    return whenIdle(() => startTransition(catchUp))
  }, [isBehind, shown])
  return <Given overview={isSameQuestion ? shown : overview}>{children}</Given>
}

/** What the rest of the report fills: it is on its way as long as that is, whatever has been answered first. */
export const Below = ({ children }: { children: ReactNode }) => {
  const overview = useOverview()
  const below = useMemo(() => ({ ...overview, first: overview.rest && overview.first }), [overview])
  return <Given overview={below}>{children}</Given>
}

/**
 * Rendering every panel again waits while the user does something else. Contacts of other days, objects or clients never
 * wait: they would stand under a name that is not theirs.
 */
const useUnhurried = (latest: Overview): Overview => {
  const deferred = useDeferredValue(latest)
  return deferred.job === latest.job ? deferred : latest
}

/** The days of an address, and who loads them. */
const jobOf = (scope: Scope, search: OverviewSearch, today: string) => {
  const days = daysOf(search, today)
  const comparedDays = comparedWith(days, search, today)
  const job: LoadJob = {
    scope,
    oid: search.object ?? null,
    days: toDays(days),
    comparedDays: comparedDays && toDays(comparedDays),
  }
  return { days, comparedDays, job }
}

/** Everything that the address and the worker say, the same objects as before wherever they say the same. */
const useOverviewData = (from: OverviewRoute): Overview => {
  const { scope } = useSignedIn()
  const search: OverviewSearch = useSearch({ from })
  const { preferences } = usePreferences()
  const { offset, isAsked } = useContactsClock(scope, search.object ?? null)
  const today = useToday(offset)
  const { days, comparedDays, job } = useShared(jobOf(scope, search, today))
  const { session, view, defect, restart } = useAnalyticsSession(
    job,
    isAsked || search.date_from !== undefined,
  )
  const state = view?.state ?? null
  const failure = defect ?? failureOf(state)

  useGoingOn(failure, session)

  const version = state?.version ?? 0
  const won = preferences.won_statuses ?? NO_STATUSES
  const countAs = preferences.count_as ?? NO_RULES
  // The minute moves on with what is loaded, not by itself: figures do not change under the eye.
  const now = view === undefined ? null : momentOn(offset, view.toldAt + clockSkew.now())
  const { question, objectTitles } = useShared({
    question: questionOf(search, days, comparedDays, now, won, countAs),
    objectTitles: state?.objectTitles,
  })
  const jobHash = hashKey([job])
  const asked = { topic: jobHash, session: view?.id, version, question }
  const usual = {
    enabled: session !== undefined && version > 0,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  }
  /** Another question over the same contacts; never another job's, which may be another client's. */
  const isOfJob = (query: { readonly queryKey: QueryKey } | undefined) => {
    const before = query && readKey(query.queryKey)
    return (
      (before?.name === 'overview_report' || before?.name === 'overview_rest') &&
      before.asked.topic === jobHash
    )
  }
  const {
    data: answered,
    isPlaceholderData,
    isError,
  } = useQuery({
    ...usual,
    queryKey: keyOf(scope, 'overview_report', asked),
    queryFn: async ({ signal }) => {
      const report = await session!.ask('report', question, signal)
      return { report, unread: unreadDays(state), state }
    },
    select: same,
    placeholderData: (before, query) => (isOfJob(query) ? before : undefined),
  })
  // The worker answers in the order it is asked.
  const { data: rest } = useQuery({
    ...usual,
    queryKey: keyOf(scope, 'overview_rest', asked),
    queryFn: ({ signal }) => session!.ask('report_rest', question, signal),
    select: same,
    placeholderData: (before, query) => (isOfJob(query) ? before : undefined),
  })

  // Figures of a part are not shown as all there is because the rest has come while they were counted.
  const isBehind = isPlaceholderData && !isError && (state?.is === 'loading' || state?.is === 'loaded')

  const report = useMemo(
    () => (answered && rest ? wholeReport(answered.report, rest) : undefined),
    [answered, rest],
  )
  const clicks = useClicks()
  const { countAs: rules = NO_RULES } = question
  const analytics = useMemo(() => (session ? counting(session, rules) : null), [session, rules])
  const titles = useMemo(() => new Map(objectTitles), [objectTitles])
  const objectTitle = useCallback(
    (oid: string | null) => (oid === null ? null : (titles.get(oid) ?? oid)),
    [titles],
  )
  return useUnhurried({
    ...question,
    ...clicks,
    job: jobHash,
    search,
    today,
    days,
    comparedDays,
    question,
    state: (isBehind ? answered?.state : undefined) ?? state,
    first: answered?.report,
    rest: answered && rest,
    report,
    unread: answered?.unread ?? ALL_READ,
    offset,
    failure,
    isBroken: defect !== null,
    restart,
    sessionId: view?.id,
    loadedAt: view?.loadedAt ?? null,
    analytics,
    objectTitle,
  })
}

const NO_STATUSES: readonly string[] = []
const NO_RULES: readonly CountAsRule[] = []

/** Every answer counts names as the user has decided, unless a question says otherwise. */
const counting = (session: AnalyticsSession, countAs: readonly CountAsRule[]): AnalyticsSession => ({
  ...session,
  ask: (ask, question, signal) => session.ask(ask, { countAs, ...question }, signal),
})

/** The object before with everything in it that still says the same; what says something else is new. */
const useShared = <T extends object>(value: T): T => {
  const [shared, setShared] = useState(value)
  const next = replaceEqualDeep(shared, value)
  if (next !== shared) setShared(next)
  return next
}

/** What a click in a panel changes of the address. */
const useClicks = (): Pick<Overview, 'toggle' | 'change' | 'look'> => {
  const navigate = useNavigate()
  /** Reads the address at the moment of the click: the clicked panel may still show an earlier one. */
  const go = useCallback(
    (changes: AddressChanges | ((now: OverviewSearch) => AddressChanges), replace: boolean) =>
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
  return { toggle, change, look }
}
