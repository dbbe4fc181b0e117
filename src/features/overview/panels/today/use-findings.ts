import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, useEffect, useEffectEvent } from 'react'
import { mayMiss } from '#/analytics/columns/unread-days.ts'
import { toDays } from '#/analytics/period.ts'
import { failedDays, isHere, isOwnSettled, isReading, isSettled } from '#/domain/figures/unread-days.ts'
import {
  CALL_BACK_DAYS,
  FINDINGS_SHOWN,
  findings,
  stoppingFindings,
  type Finding,
  type ObjectAtRisk,
} from '#/analytics/evaluation/findings.ts'
import type { CallBack } from '#/analytics/columns/call-backs.ts'
import type { TodayFacts } from '#/analytics/figures/answer.ts'
import type { Days } from '#/analytics/columns/select.ts'
import { runway } from '#/analytics/evaluation/expiry-forecast.ts'
import { activeObjectsQuery } from '#/api/objects.ts'
import { isReadable } from '#/contract/field.ts'
import type { ObjRead } from '#/contract/object.ts'
import { useHidden } from '#/features/overview/data/use-hidden.ts'
import { useAddress, useQuestion, useLoading } from '#/features/overview/data/use-overview.ts'
import { useTellOpenCallers } from '#/domain/annotations/open-callers.ts'
import { useHandled } from '#/domain/annotations/use-handled.ts'
import { useFigures } from '#/domain/figures/use-figures.ts'
import { objectName } from '#/domain/cells/object-name.ts'
import { useObjectDays } from '#/domain/period/contacts-clock.ts'
import { useSignedIn } from '#/domain/session/use-signed-in.ts'
import type { FiguresJob } from '#/api/figures/figures.ts'
import type { ReadingState } from '#/contract/figures/reading.ts'
import type { DayRange } from '#/contract/day.ts'
import { useContacts } from '#/domain/figures/use-contacts.ts'

/** What findings are made of, whatever period and filters the page shows. */
export interface FindingFacts extends TodayFacts {
  /** Who waits, as on the page "Call back". */
  readonly waiting: readonly CallBack[]
}

export interface FindingsState {
  /** `unread`: some days could not be read. */
  readonly is: 'unread' | 'loading' | 'found' | 'failed'
  /** Sources are not judged before everything has come: what is to come may turn them round. */
  readonly isGrowing: boolean
  /** Null: the place of whom to call back, which is awaited, or empty. */
  readonly found: readonly (Finding | null)[]
  readonly facts: FindingFacts | undefined
  /** Whether anybody waits cannot be told: callers’ numbers are not there, or are not shown. */
  readonly isUnknown: boolean
  /** Contacts that may still change them; null: it is not known how many. */
  readonly toCome: number | null
  /** What they were made from is not all there is. */
  readonly partial: { readonly loaded: number; readonly total: number | null } | null
  /** Why there are no findings about objects; null: the objects have loaded. */
  readonly objectsError: Error | null
  readonly error: Error | null
  readonly retry: () => void
  /** Has unread days read again; null: the page itself offers it. */
  readonly readAgain: (() => void) | null
  readonly retryObjects: () => void
}

/** The days of a period that have been read to the end, the newest of them; null: none has. */
const readDays = ({ first, last }: Days, unread: readonly Days[]): Days | null => {
  const from = Math.max(first, ...unread.map((range) => range.last + 1))
  return from > last ? null : { first: from, last }
}

/** What is one finding's own, whatever it costs by now. */
export const findingKey = (finding: Finding): string =>
  finding.is === 'not_through'
    ? finding.is
    : `${finding.is} ${'source' in finding ? finding.source : finding.object.oid}`

/**
 * The place of whom to call back, which the newest contacts will say: the first one, since they cost most. Where it turns out
 * to be empty it stays and says so, if there is room: what stands beside it does not move.
 */
const CALL_BACK = 'call back'

/**
 * What is found costs more or less with every page that comes. The dearest are shown, and of these each stays where it stood
 * while the others came: a button does not go away from under the pointer.
 */
const useSteady = (
  found: readonly Finding[],
  { isGrowing, isAwaited, isNobody }: { isGrowing: boolean; isAwaited: boolean; isNobody: boolean },
): readonly (Finding | null)[] => {
  const [places, setPlaces] = useState<readonly string[]>([])
  const stood = isGrowing ? found.filter((finding) => places.includes(findingKey(finding))) : []
  // The last place is that of the sources, which are judged at the end.
  const room = FINDINGS_SHOWN - (isGrowing ? 1 : 0)
  const hasCallBack = isAwaited || (isNobody && found.length < room && (isGrowing || found.length > 0))
  const shown = [...new Set([...stood, ...found])].slice(0, room - (hasCallBack ? 1 : 0))
  const byKey = new Map<string, Finding | null>([
    ...(hasCallBack ? [[CALL_BACK, null] as const] : []),
    ...shown.map((finding) => [findingKey(finding), finding] as const),
  ])
  const fresh = [...byKey.keys()].filter((key) => !places.includes(key))
  // What has gone leaves its place to what has come.
  const kept = places.flatMap((key) => (byKey.has(key) ? key : (fresh.shift() ?? [])))
  const next = [...kept, ...fresh]
  if (next.join('\n') !== places.join('\n')) setPlaces(next)
  return next.flatMap((key) => {
    const finding = byKey.get(key)
    return finding === undefined ? [] : [finding]
  })
}

const objectsAtRisk = (
  objects: readonly ObjRead[],
  facts: TodayFacts | undefined,
  todayOf: (oid: string) => string,
): readonly ObjectAtRisk[] => {
  const byOid = new Map(facts?.objects.map((object) => [object.oid, object]))
  return objects.map((object) => {
    const days = byOid.get(object.oid)
    return {
      oid: object.oid,
      title: objectName(object),
      daily: days?.daily ?? 0,
      // Nothing is expected of an object whose tracking is off.
      silence: object.is_tracking === false ? null : (days?.silence ?? null),
      runway: runway(object, todayOf(object.oid)),
    }
  })
}

/** What there is to do today: always by the last days of the object or client, which the page "Call back" looks over too. */
export const useFindings = (): FindingsState => {
  const { scope } = useSignedIn()
  const { countAs } = useQuestion('countAs')
  const { object } = useAddress('object')
  const { state: reading, days, job, failure, isStopped, goOn } = useLately()
  const isUnread = isStopped || mayMiss(failedDays(reading), toDays(days))
  const read = reading === null ? null : readDays(job.days, isReading(reading) ? reading.current.unread : [])
  const hasLately = read !== null && read.first <= toDays(days).last - CALL_BACK_DAYS + 1
  const callers = useFigures(job, 'call_backs', null, hasLately ? { filters: [], countAs } : null)
  const asked = useFigures(
    job,
    'today',
    null,
    hasLately
      ? {
          filters: [],
          countAs,
          days: read,
          // A week of which a part is missing is no norm.
          comparedDays: isSettled(reading) ? job.comparedDays : null,
        }
      : null,
  )
  const objects = useQuery(activeObjectsQuery(scope))
  const todayOf = useObjectDays(scope, object ?? null)
  const isDone = useHandled()
  const isUnknown = useHidden().metric('not_through') || callers.data?.isUnknown === true
  // Figures of a part are not shown as all there is because the rest has come while they were counted.
  const state = callers.state ?? reading
  const isGrowing = isReading(state)
  const facts = useMemo(
    () =>
      asked.data &&
      callers.data && { ...asked.data, waiting: callers.data.open.filter((one) => !isDone(one)) },
    [asked.data, callers.data, isDone],
  )
  const list = objects.data?.objects
    .filter(isReadable)
    .filter(({ oid }) => object === undefined || oid === object)
  useTellOpenCallers(
    facts === undefined || isGrowing || isUnread || object !== undefined ? undefined : facts.waiting.length,
  )
  const atRisk = objectsAtRisk(list ?? [], facts, todayOf)
  const isAwaited = facts === undefined
  const found = useSteady(
    isAwaited
      ? stoppingFindings(atRisk, days.from)
      : findings({ ...facts, sources: isGrowing ? [] : facts.sources, objects: atRisk }),
    {
      isGrowing: isGrowing || isAwaited,
      isAwaited,
      // Without any call there is no evidence that everybody got through.
      isNobody: facts?.waiting.length === 0 && !isUnknown && facts.figures.calls > 0,
    },
  )
  const isWaiting = isAwaited ? found.length === 1 : list === undefined && !objects.isError
  const error = callers.error ?? asked.error ?? (isAwaited ? failure : null)
  return {
    is: isUnread ? 'unread' : error !== null ? 'failed' : isWaiting ? 'loading' : 'found',
    found,
    facts,
    isUnknown,
    isGrowing,
    toCome: reading?.current.total == null ? null : reading.current.total - reading.current.loaded,
    partial:
      state === null ||
      isOwnSettled(state) ||
      state.is === 'loading' ||
      (state.is !== 'loaded' && isHere(state.current))
        ? null
        : state.current,
    objectsError: list === undefined ? objects.error : null,
    error,
    retry: () => {
      if (failure !== null) goOn?.()
      if (callers.isError) void callers.refetch()
      if (asked.isError) void asked.refetch()
    },
    readAgain: isStopped ? null : goOn,
    retryObjects: () => void objects.refetch(),
  }
}

interface Lately {
  readonly job: FiguresJob
  /** The last thirty of the job's days. */
  readonly days: DayRange
  /** Null until the first answer. */
  readonly state: ReadingState | null
  readonly failure: Error | null
  /** The page's own reading was stopped, and these days wait for it. */
  readonly isStopped: boolean
  /** Asks again for what did not come; null: the page itself offers it. */
  readonly goOn: (() => void) | null
}

/**
 * The contacts of the last days, whatever the address says: those of the page where it holds these days, else days of
 * their own, which are read after the page's.
 */
const useLately = (): Lately => {
  const { days } = useQuestion('days')
  const { object } = useAddress('object')
  const {
    jobOfFigures: job,
    progress,
    failure,
    loadedAt,
  } = useLoading('jobOfFigures', 'progress', 'failure', 'loadedAt')
  const hasTurn = progress?.is === 'loaded' || progress?.is === 'failed'
  const own = useContacts(object ?? null, ({ from, to }) => hasTurn && !(days.from <= from && to <= days.to))
  const isOfPage = days.from <= own.days.from && own.days.to <= days.to
  // Whoever has the page read what is new has these days read with it.
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
